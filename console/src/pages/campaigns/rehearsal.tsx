import { Alert, Group } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import type { MergeVariable } from '@outcrop/contract/merge-tags';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';
import { Section } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ProspectLink } from '../../features/prospect-dialogs/prospect-link.tsx';
import { DownloadButton } from '../../features/tasks/download-button.tsx';
import { TaskInProgress } from '../../features/tasks/task-in-progress.tsx';
import { isInProgress } from '../../features/tasks/task-progress.ts';
import { useTask } from '../../features/tasks/watch-task.ts';
import { type Campaign, stepName, versionText } from './campaign-labels.ts';
import classes from './campaigns.module.css';
import { variableLabels } from './draft.ts';
import { PersonPreview } from './person-preview.tsx';
import { ProspectChoice } from './prospect-choice.tsx';

const route = getRouteApi('/w/$workspaceId/campaigns/$campaignId');

/** Writes all emails of everyone, and shows all emails of one person. Nothing is sent. */
export function Rehearsal({ campaign }: { campaign: Campaign }) {
  const { preview } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (prospectId: string) =>
    void navigate({
      search: { tab: 'rehearsal', preview: prospectId },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <RehearseEveryone campaign={campaign} />
      <Section title="Preview one person">
        <ProspectChoice campaignId={campaign.id} value={preview ?? null} onChange={show} />
        {preview && <PersonPreview campaign={campaign} prospectId={preview} />}
      </Section>
    </>
  );
}

function RehearseEveryone({ campaign }: { campaign: Campaign }) {
  const role = useDisabledReason('member');
  const params = { campaignId: campaign.id };
  const rehearse = useWrite('postCampaignRehearsalTasks', ['getCampaignTasks', 'getTasks']);
  const query = { kind: 'rehearsal' } as const;
  const rehearsals = useRead('getCampaignTasks', { params, query }, { enabled: role === null });
  const newest = rehearsals.data?.tasks[0];
  return (
    <Section
      title="Check all emails"
      action={
        <ActionButton
          leftSection={<IconListCheck size={16} />}
          disabledReason={role ?? (campaign.enrolled === 0 ? 'Enroll people first.' : null)}
          loading={rehearse.isPending || (newest !== undefined && isInProgress(newest))}
          onClick={() => rehearse.mutate({ params, body: {} })}
        >
          Run rehearsal
        </ActionButton>
      }
    >
      <p className={classes.secondary}>
        Writes every remaining email without sending it, and lists those that cannot be sent.
      </p>
      <FailureNote error={rehearse.error ?? rehearsals.error} />
      {newest && <NewestRehearsal key={newest.id} campaign={campaign} taskId={newest.id} />}
    </Section>
  );
}

interface ResultProps {
  campaign: Campaign;
  task: Task;
}

function NewestRehearsal({ campaign, taskId }: { campaign: Campaign; taskId: string }) {
  const query = useTask(taskId, ['getCampaignTasks']);
  return (
    <QueryBoundary query={query} what="the rehearsal">
      {({ task }) =>
        isInProgress(task) ? (
          <TaskInProgress task={task} />
        ) : (
          <Outcome campaign={campaign} task={task} />
        )
      }
    </QueryBoundary>
  );
}

function Outcome({ campaign, task }: ResultProps) {
  const { emails = 0, ready = 0, broken = 0 } = task.counts;
  return (
    <div role="status">
      <p className={classes.secondary}>
        {task.error ?? (task.status === 'cancelled' ? 'Canceled' : 'Rehearsed')}{' '}
        <RelativeTime at={task.finishedAt} />
      </p>
      <dl className={classes.figures}>
        <div>
          <dt>Emails written</dt>
          <dd>{formatNumber(emails)}</dd>
        </div>
        <div>
          <dt>Ready</dt>
          <dd>{formatNumber(ready)}</dd>
        </div>
        <div>
          <dt>With a problem</dt>
          <dd>{formatNumber(broken)}</dd>
        </div>
      </dl>
      {broken === 0 && task.status === 'done' && (
        <Alert color="ok" variant="light" icon={<IconCircleCheck />}>
          {readyText(emails)}
        </Alert>
      )}
      {broken > 0 && <Problems campaign={campaign} task={task} />}
    </div>
  );
}

const readyText = (emails: number): string => {
  if (emails === 0) return 'No emails left to send.';
  return emails === 1 ? 'The email is ready.' : `All ${formatNumber(emails)} emails are ready.`;
};

const maxShown = 100;

/** The first email of each person that cannot be sent. */
function Problems({ campaign, task }: ResultProps) {
  const query = useRead('getTaskFailures', {
    params: { taskId: task.id },
    query: { limit: String(maxShown) },
  });
  return (
    <QueryBoundary query={query} what="the problems">
      {({ failures }) => (
        <>
          <DataTable
            label="Emails that cannot be sent"
            rows={failures.map(({ row }) => row as unknown as Problem)}
            keyOf={({ prospectId }) => prospectId}
            columns={[
              {
                title: 'Prospect',
                cell: ({ prospectId, fullName, email }) => (
                  <ProspectLink id={prospectId}>{fullName ?? email ?? 'No name'}</ProspectLink>
                ),
              },
              {
                title: 'Email',
                cell: (row) => stepName(campaign, row.stepId) + versionText(campaign, row),
              },
              { title: 'Problem', cell: problemText },
              { title: 'What to do', grow: true, cell: cureText },
            ]}
          />
          <Group mt="sm">
            <DownloadButton
              endpoint="getTaskFailuresFile"
              taskId={task.id}
              name={`rehearsal-${task.createdAt.slice(0, 10)}.csv`}
            >
              Download as CSV
            </DownloadButton>
            {task.failed > failures.length && (
              <span className={classes.secondary}>
                Showing the first {failures.length} of {formatNumber(task.failed)}.
              </span>
            )}
          </Group>
        </>
      )}
    </QueryBoundary>
  );
}

/** A failure of a rehearsal. */
interface Problem {
  prospectId: string;
  fullName: string | null;
  email: string | null;
  stepId: string;
  variantId: string | null;
  problem: 'no_email' | 'missing' | 'too_long' | 'empty';
  missing: MergeVariable[];
}

const names = (missing: MergeVariable[]): string =>
  new Intl.ListFormat('en').format(missing.map((each) => variableLabels[each].toLowerCase()));

function problemText({ problem, missing }: Problem): string {
  if (problem === 'no_email') return 'No email address';
  if (problem === 'too_long') return `Too long because of the ${names(missing.slice(-1))}`;
  return problem === 'empty' ? 'Empty subject' : `No ${names(missing)}`;
}

function cureText({ problem, missing }: Problem): string {
  if (problem === 'no_email') return 'Add an email address, or stop emails to this person.';
  if (problem === 'too_long')
    return `Shorten the ${names(missing.slice(-1))}, or use it less often in the email.`;
  return problem === 'empty'
    ? 'Add a fallback to the variables of the subject.'
    : `Fill in the ${names(missing)}, or add a fallback to the email.`;
}
