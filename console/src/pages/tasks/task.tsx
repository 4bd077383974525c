import { Alert, Button } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useActorNames } from '../../api/actor-names.ts';
import { useWrite } from '../../api/endpoints.ts';
import { BackLink } from '../../components/back-link.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { DownloadButton } from '../../features/tasks/download-button.tsx';
import { FailedRows } from '../../features/tasks/failed-rows.tsx';
import { TaskInProgress } from '../../features/tasks/task-in-progress.tsx';
import { countsText, taskTitle } from '../../features/tasks/task-labels.ts';
import { isInProgress } from '../../features/tasks/task-progress.ts';
import { useTask } from '../../features/tasks/watch-task.ts';
import { TaskStatusBadge } from './task-status-badge.tsx';
import classes from './tasks.module.css';

const route = getRouteApi('/w/$workspaceId/tasks/$taskId');

export default function TaskPage() {
  const { taskId } = route.useParams();
  const task = useTask(taskId, [
    'getProspects',
    'getBoards',
    'getUsage',
    'getCampaign',
    'getCampaigns',
  ]);
  return (
    <>
      <BackLink from="/w/$workspaceId" to="/w/$workspaceId/tasks">
        All background jobs
      </BackLink>
      {!task.data && <PageHeader title="Background job" />}
      <QueryBoundary query={task} what="the job">
        {(data) => <TaskDetails key={taskId} task={data.task} />}
      </QueryBoundary>
    </>
  );
}

function TaskDetails({ task }: { task: Task }) {
  const { actor } = useActorNames();
  const hasEnded = !isInProgress(task);
  return (
    <>
      <PageHeader title={taskTitle(task)} action={<TaskActions task={task} />} />
      <div className={classes.stack}>
        {task.error && (
          <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
            {task.error}
          </Alert>
        )}
        <Panel>
          {!hasEnded && (
            <div className={classes.inProgress}>
              <TaskInProgress task={task} />
            </div>
          )}
          <DescriptionList
            items={{
              Status: <TaskStatusBadge {...task} />,
              [hasEnded ? 'Result' : 'Progress']: countsText(task),
              'Started by': actor(task.startedBy),
              Started: <RelativeTime at={task.createdAt} />,
              ...(task.finishedAt && { Finished: <RelativeTime at={task.finishedAt} /> }),
              ...(task.campaignId && { Campaign: <CampaignLink campaignId={task.campaignId} /> }),
              ...(task.undoOf && { 'Undo of': <UndoneTaskLink taskId={task.undoOf} /> }),
            }}
          />
        </Panel>
      </div>
      {hasEnded && <FailedRows task={task} />}
    </>
  );
}

const CampaignLink = ({ campaignId }: { campaignId: string }) => (
  <TextLink
    inherit
    from="/w/$workspaceId"
    to="/w/$workspaceId/campaigns/$campaignId"
    params={(before) => ({ ...before, campaignId })}
  >
    Open campaign
  </TextLink>
);

const UndoneTaskLink = ({ taskId }: { taskId: string }) => (
  <TextLink
    inherit
    from="/w/$workspaceId/tasks/$taskId"
    to="/w/$workspaceId/tasks/$taskId"
    params={(before) => ({ ...before, taskId })}
  >
    Original job
  </TextLink>
);

function TaskActions({ task }: { task: Task }) {
  const navigate = route.useNavigate();
  const undo = useWrite('postTaskUndo', ['getTask', 'getTasks']);
  return (
    <>
      {task.kind === 'export' && task.status === 'done' && (
        <DownloadButton
          endpoint="getExportFile"
          taskId={task.id}
          name={`prospects-${task.createdAt.slice(0, 10)}.csv`}
        >
          Download file
        </DownloadButton>
      )}
      {task.undoable && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} />}
          loading={undo.isPending}
          onClick={() =>
            undo.mutate(
              { params: { taskId: task.id }, body: {} },
              {
                onSuccess: (data) =>
                  void navigate({ params: (before) => ({ ...before, taskId: data.task.id }) }),
              },
            )
          }
        >
          Undo
        </Button>
      )}
      <FailureNote error={undo.error} />
    </>
  );
}
