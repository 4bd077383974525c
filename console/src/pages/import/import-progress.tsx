import { Alert } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { TaskInProgress } from '../../features/tasks/task-in-progress.tsx';
import { isInProgress } from '../../features/tasks/task-progress.ts';
import { useTask } from '../../features/tasks/watch-task.ts';
import classes from './import.module.css';
import { Step } from './steps.tsx';

interface Props {
  taskId: string;
  title: string;
  /** Shown while the task runs. */
  progressNote: string;
  renderResult: (task: Task) => ReactNode;
}

/** Progress of a preview or an import, then its result. */
export function ImportProgress({ taskId, title, progressNote, renderResult }: Props) {
  const query = useTask(taskId, ['getProspects', 'getBoards', 'getUsage']);
  return (
    <Step title={title}>
      <QueryBoundary query={query} what="the task">
        {({ task }) =>
          isInProgress(task) ? (
            <Panel>
              <TaskInProgress task={task} />
              <p className={classes.progressNote}>{progressNote}</p>
            </Panel>
          ) : (
            <div className={classes.stack}>
              {task.status !== 'done' && (
                <Alert
                  color={task.status === 'failed' ? 'danger' : 'warn'}
                  variant="light"
                  icon={<IconAlertTriangle />}
                  role="alert"
                >
                  {task.error ?? `Canceled after ${formatNumber(task.done)} rows.`}
                </Alert>
              )}
              {renderResult(task)}
            </div>
          )
        }
      </QueryBoundary>
    </Step>
  );
}
