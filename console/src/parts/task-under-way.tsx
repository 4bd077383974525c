import { Button, Progress } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { useEffect } from 'react';
import { useWrite } from '../api/lines.ts';
import { progressOf } from '../shell/task-progress.ts';
import { FailureNote } from './failure-note.tsx';
import { announce } from './live-region.tsx';
import { useNow } from './relative-time.tsx';
import classes from './task-under-way.module.css';
import { taskNames } from './task-words.ts';

/** How far a task is, and a way to end it. Those who listen are told each tenth of the way. */
export function TaskUnderWay({ task }: { task: Task }) {
  const now = useNow(1_000);
  const cancel = useWrite('postTaskCancel', ['getTask', 'getTasks']);
  const share = task.total ? task.done / task.total : 0;
  const tenth = Math.floor(10 * share);
  const words = progressOf(task, now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each second would be too often
  useEffect(() => announce(words), [tenth, task.status]);
  return (
    <div className={classes.progress}>
      <Progress value={100 * share} aria-label={`${taskNames[task.kind]}, done`} />
      <p className={classes.line}>
        <span className={classes.words}>{words}</span>
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
