import { Button, Progress } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { taskNames } from '@outcrop/contract/task-names';
import { useEffect } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { announce } from '../../components/live-region.tsx';
import { useNow } from '../../components/relative-time.tsx';
import classes from './task-in-progress.module.css';
import { progressText } from './task-progress.ts';

/** A task's progress with a Cancel button. Every 10% is announced to screen readers. */
export function TaskInProgress({ task }: { task: Task }) {
  const now = useNow(1_000);
  const cancel = useWrite('postTaskCancel', ['getTask', 'getTasks']);
  const share = task.total ? task.done / task.total : 0;
  const tenth = Math.floor(10 * share);
  const text = progressText(task, now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announcing every second is too often
  useEffect(() => announce(text), [tenth, task.status]);
  return (
    <div className={classes.progress}>
      <Progress value={100 * share} aria-label={`${taskNames[task.kind]}, progress`} />
      <p className={classes.row}>
        <span className={classes.text}>{text}</span>
        <Button
          variant="default"
          loading={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate({ params: { taskId: task.id }, body: {} })}
        >
          Cancel
        </Button>
      </p>
      <FailureNote error={cancel.error} />
    </div>
  );
}
