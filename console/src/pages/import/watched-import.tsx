import { Alert } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TaskUnderWay } from '../../parts/task-under-way.tsx';
import { useTask } from '../../parts/watch-task.ts';
import { isUnderWay } from '../../shell/task-progress.ts';
import classes from './import.module.css';
import { Step } from './steps.tsx';

interface Props {
  taskId: string;
  /** What is asked or told at the end. */
  title: string;
  /** What one should know while it is under way. */
  meanwhile: string;
  ended: (task: Task) => ReactNode;
}

/** A trial or a run: its progress, then what came of it. */
export function WatchedImport({ taskId, title, meanwhile, ended }: Props) {
  const query = useTask(taskId, ['getProspects', 'getBoards', 'getUsage']);
  return (
    <Step title={title}>
      <Loaded query={query} what="the task">
        {({ task }) =>
          isUnderWay(task) ? (
            <Panel>
              <TaskUnderWay task={task} />
              <p className={classes.meanwhile}>{meanwhile}</p>
            </Panel>
          ) : (
            <div className={classes.parts}>
              {task.status !== 'done' && (
                <Alert
                  color={task.status === 'failed' ? 'danger' : 'warn'}
                  variant="light"
                  icon={<IconAlertTriangle />}
                  role="alert"
                >
                  {task.error ?? `It was cancelled after ${task.done.toLocaleString('en')} rows.`}
                </Alert>
              )}
              {ended(task)}
            </div>
          )
        }
      </Loaded>
    </Step>
  );
}
