import { Alert } from '@mantine/core';
import type { ManageData, Task } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { formatDay, formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import classes from './import.module.css';
import { outcomeRows } from './outcome-labels.ts';

export const Outcome = ({ task }: { task: Task }) => (
  <>
    <dl className={classes.outcome}>
      {outcomeRows(task).map(({ kind, count, name, meaning }) => (
        <div key={kind} data-kind={kind}>
          <dt>
            {formatNumber(count)} {name}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    {(task.counts['quotaBlocked'] ?? 0) > 0 && <QuotaNote task={task} />}
  </>
);

function QuotaNote({ task }: { task: Task }) {
  const { data } = useRead('getUsage');
  if (!data) return null;
  const isPreview = task.kind === 'import_dry_run';
  return (
    <Alert
      color="warn"
      variant="light"
      icon={<IconAlertTriangle />}
      title={isPreview ? 'Not enough import quota' : 'Import quota used up'}
    >
      <p className={classes.notice}>
        {isPreview ? previewText(task, data.quota) : resultText(task, data.quota)}
      </p>
      <TextLink
        from="/w/$workspaceId/prospects/import/$importId"
        to="/w/$workspaceId/settings/usage"
      >
        Plan & usage
      </TextLink>
    </Alert>
  );
}

type Quota = ManageData<'getUsage'>['quota'];

const resetDay = ({ resetsAt }: Quota): string => formatDay(resetsAt);

const previewText = ({ counts }: Task, quota: Quota): string =>
  `${formatNumber(quota.remaining)} of ${formatNumber(quota.monthlyImports)} imports are left until ` +
  `${resetDay(quota)}; ${formatNumber(counts['quotaBlocked']!)} rows exceed that. If you import now, the ` +
  `first ${formatNumber(counts['inserted'] ?? 0)} new prospects are added. The rest are listed as failed ` +
  `rows. Import them on or after ${resetDay(quota)} or with a larger plan.`;

const resultText = ({ counts }: Task, quota: Quota): string =>
  `Your plan includes ${formatNumber(quota.monthlyImports)} imports a month. ` +
  `${formatNumber(counts['quotaBlocked']!)} rows exceeded that and are listed as failed rows. Import ` +
  `them on or after ${resetDay(quota)} or with a larger plan.`;
