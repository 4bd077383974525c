import { Alert, Button } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useWrite } from '../api/lines.ts';
import { useNames } from '../api/names.ts';
import { DownloadButton } from '../parts/download-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { FailedRows } from '../parts/failed-rows.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { TaskUnderWay } from '../parts/task-under-way.tsx';
import { countsText, taskNames } from '../parts/task-words.ts';
import { useTask } from '../parts/watch-task.ts';
import { WayBack } from '../parts/way-back.tsx';
import { isUnderWay } from '../shell/task-progress.ts';
import { TaskState } from './tasks/task-state.tsx';
import classes from './tasks/tasks.module.css';

const route = getRouteApi('/w/$workspaceId/tasks/$taskId');

/** One task at its own address: how far it is, what failed and why, and what can be done about it. */
export default function TaskPage() {
  const { taskId } = route.useParams();
  const task = useTask(taskId, ['getProspects', 'getBoards', 'getUsage']);
  return (
    <>
      <WayBack to="tasks">All tasks</WayBack>
      {!task.data && <PageHeader title="Task" />}
      <Loaded query={task} what="the task">
        {(data) => <OneTask key={taskId} task={data.task} />}
      </Loaded>
    </>
  );
}

function OneTask({ task }: { task: Task }) {
  const { actor } = useNames();
  const hasEnded = !isUnderWay(task);
  return (
    <>
      <PageHeader title={taskNames[task.kind]} action={<TaskActions task={task} />} />
      <div className={classes.parts}>
        {task.error && (
          <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
            {task.error}
          </Alert>
        )}
        <Panel>
          {!hasEnded && (
            <div className={classes.underWay}>
              <TaskUnderWay task={task} />
            </div>
          )}
          <Facts
            facts={{
              State: <TaskState {...task} />,
              [hasEnded ? 'What came of it' : 'So far']: countsText(task.counts),
              'Started by': actor(task.startedBy),
              Started: <RelativeTime at={task.createdAt} />,
              ...(task.finishedAt && { Ended: <RelativeTime at={task.finishedAt} /> }),
              ...(task.undoOf && { Undoes: <UndoneTask taskId={task.undoOf} /> }),
            }}
          />
        </Panel>
      </div>
      {hasEnded && <FailedRows task={task} />}
    </>
  );
}

const UndoneTask = ({ taskId }: { taskId: string }) => (
  <TextLink
    inherit
    from="/w/$workspaceId/tasks/$taskId"
    to="/w/$workspaceId/tasks/$taskId"
    params={(before) => ({ ...before, taskId })}
  >
    an earlier change
  </TextLink>
);

function TaskActions({ task }: { task: Task }) {
  const navigate = route.useNavigate();
  const undo = useWrite('postTaskUndo', ['getTask', 'getTasks']);
  return (
    <>
      {task.kind === 'export' && task.status === 'done' && (
        <DownloadButton
          line="getExportFile"
          taskId={task.id}
          name={`prospects-${task.createdAt.slice(0, 10)}.csv`}
        >
          Download the file
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
