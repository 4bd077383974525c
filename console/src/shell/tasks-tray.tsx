import { ActionIcon, Indicator, Popover, Progress, Text, Tooltip } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import { IconChecklist } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../api/endpoints.ts';
import { useWorkspace } from '../api/session.ts';
import { TextLink } from '../components/links.tsx';
import { announce } from '../components/live-region.tsx';
import { RelativeTime, useNow } from '../components/relative-time.tsx';
import { taskNames } from '../features/tasks/task-labels.ts';
import { isInProgress, progressText } from '../features/tasks/task-progress.ts';
import classes from './tasks-tray.module.css';

/** The progress and results of the workspace's background jobs. */
export function TasksTray() {
  const { role } = useWorkspace();
  return atLeast(role, 'member') ? <Tray /> : null;
}

function Tray() {
  const { data, refetch } = useRead(
    'getTasks',
    { query: { limit: '10' } },
    { pollWhile: ({ tasks }) => tasks.some(isInProgress) },
  );
  const [opened, setOpened] = useState(false);
  const tasks = data?.tasks ?? [];
  const close = () => setOpened(false);
  const running = tasks.filter(isInProgress);
  useAnnounceFinishedTasks(tasks);
  const label =
    running.length > 0 ? `Background jobs, ${running.length} in progress` : 'Background jobs';

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      onOpen={() => void refetch()}
      position="bottom-end"
      width={340}
      trapFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <Indicator disabled={running.length === 0} label={running.length} size={16} offset={4}>
            <ActionIcon
              variant="subtle"
              color="muted"
              size="lg"
              aria-label={label}
              onClick={() => setOpened(!opened)}
            >
              <IconChecklist size={20} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Background jobs">
        {tasks.length === 0 && (
          <Text size="sm" c="dimmed">
            Imports, exports and bulk changes appear here.
          </Text>
        )}
        <ul className={classes.tasks}>
          {tasks.map((task) => (
            <TaskItem key={task.id} task={task} onNavigate={close} />
          ))}
        </ul>
        <p className={classes.all}>
          <TextLink size="sm" from="/w/$workspaceId" to="/w/$workspaceId/tasks" onClick={close}>
            View all
          </TextLink>
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

function TaskItem({ task, onNavigate }: { task: Task; onNavigate: () => void }) {
  const now = useNow(isInProgress(task) ? 1_000 : 60_000);
  const name = taskNames[task.kind];
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
    </li>
  );
}

/** Announces finished tasks to screen readers. */
function useAnnounceFinishedTasks(tasks: Task[]): void {
  const inProgress = useRef(new Set<string>());
  useEffect(() => {
    for (const task of tasks) {
      if (isInProgress(task)) inProgress.current.add(task.id);
      else if (inProgress.current.delete(task.id))
        announce(`${taskNames[task.kind]}: ${progressText(task, Date.now())}`);
    }
  }, [tasks]);
}
