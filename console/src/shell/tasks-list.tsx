import { Button, Progress, Text } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useWorkspaceId } from '../api/session.ts';
import { TextLink } from '../components/links.tsx';
import { announce } from '../components/live-region.tsx';
import { RelativeTime, useNow } from '../components/relative-time.tsx';
import { startUndo } from '../features/tasks/follow-task.tsx';
import { taskTitle } from '../features/tasks/task-labels.ts';
import { isInProgress, progressText } from '../features/tasks/task-progress.ts';
import classes from './tasks-tray.module.css';

export const announceTask = (task: Task): void =>
  announce(`${taskTitle(task)}: ${progressText(task, Date.now())}`);

interface Props {
  tasks: Task[];
  onNavigate: () => void;
}

export const TasksList = ({ tasks, onNavigate }: Props) => (
  <ul className={classes.tasks}>
    {tasks.map((task) => (
      <TaskItem key={task.id} task={task} onNavigate={onNavigate} />
    ))}
  </ul>
);

function TaskItem({ task, onNavigate }: { task: Task; onNavigate: () => void }) {
  const now = useNow(isInProgress(task) ? 1_000 : 60_000);
  const name = taskTitle(task);
  return (
    <li className={classes.task}>
      <div className={classes.name}>
        <TextLink
          inherit
          from="/w/$workspaceId"
          to="/w/$workspaceId/tasks/$taskId"
          params={(previous) => ({ ...previous, taskId: task.id })}
          onClick={onNavigate}
        >
          {name}
        </TextLink>
        <RelativeTime at={task.finishedAt ?? task.createdAt} />
      </div>
      {isInProgress(task) && (
        <Progress
          value={task.total ? (100 * task.done) / task.total : 0}
          aria-label={`${name}, progress`}
          size="sm"
        />
      )}
      <Text size="sm" c={task.status === 'failed' ? 'danger' : 'dimmed'}>
        {progressText(task, now)}
      </Text>
      {task.undoable && <UndoButton task={task} name={name} onUndo={onNavigate} />}
    </li>
  );
}

interface UndoProps {
  task: Task;
  name: string;
  onUndo: () => void;
}

function UndoButton({ task, name, onUndo }: UndoProps) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const undo = () => {
    onUndo();
    startUndo(queryClient, workspaceId, task);
  };
  return (
    <Button size="compact-xs" variant="default" aria-label={`Undo: ${name}`} onClick={undo}>
      Undo
    </Button>
  );
}
