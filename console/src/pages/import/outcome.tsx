import { Alert } from '@mantine/core';
import type { ManageData, Task } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRead } from '../../api/lines.ts';
import { TextLink } from '../../parts/links.tsx';
import classes from './import.module.css';
import { outcomeOf } from './outcome-words.ts';

const number = (value: number) => value.toLocaleString('en');
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** What comes of a file, or came: how many rows of each kind, and what that means. */
export const Outcome = ({ task }: { task: Task }) => (
  <>
    <dl className={classes.outcome}>
      {outcomeOf(task).map(({ kind, count, name, meaning }) => (
        <div key={kind} data-kind={kind}>
          <dt>
            {number(count)} {name}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    {(task.counts['quotaBlocked'] ?? 0) > 0 && <QuotaNote task={task} />}
  </>
);

/** Says what the quota is, whom it keeps out, and what can be done. */
function QuotaNote({ task }: { task: Task }) {
  const { data } = useRead('getUsage');
  if (!data) return null;
  const isTrial = task.kind === 'import_dry_run';
  return (
    <Alert
      color="warn"
      variant="light"
      icon={<IconAlertTriangle />}
      title={isTrial ? 'The quota does not suffice for this file' : 'The quota is used up'}
    >
      <p className={classes.notice}>
        {isTrial ? before(task, data.quota) : after(task, data.quota)}
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

const before = ({ counts }: Task, { monthlyImports, remaining, resetsAt }: Quota): string =>
  `This plan takes ${number(monthlyImports)} new people a month, and ${number(remaining)} more until ` +
  `${day.format(new Date(resetsAt))}. ${number(counts['quotaBlocked']!)} rows will be left out. ` +
  `If you import now, the first ${number(counts['inserted'] ?? 0)} new people are taken; the others ` +
  `come back as failed rows, to be imported from ${day.format(new Date(resetsAt))} on, or with a larger plan.`;

const after = ({ counts }: Task, { monthlyImports, resetsAt }: Quota): string =>
  `This plan takes ${number(monthlyImports)} new people a month. ${number(counts['quotaBlocked']!)} ` +
  'rows were left out, and are among the failed rows. Import those from ' +
  `${day.format(new Date(resetsAt))} on, or with a larger plan.`;
