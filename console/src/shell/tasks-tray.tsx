import { ActionIcon, Indicator, Popover, Progress, Text, Tooltip } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { IconChecklist } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useRead } from '../api/lines.ts';
import { atLeast } from '../api/roles.ts';
import { useWorkspace } from '../api/session.ts';
import { TextLink } from '../parts/links.tsx';
import { announce } from '../parts/live-region.tsx';
import { RelativeTime, useNow } from '../parts/relative-time.tsx';
import { taskNames } from '../parts/task-words.ts';
import { isUnderWay, progressOf } from './task-progress.ts';
import classes from './tasks-tray.module.css';

/** Long work of the workspace: how far it is, and what came of it. Survives reloading. */
export function TasksTray() {
  const { role } = useWorkspace();
  return atLeast(role, 'member') ? <Tray /> : null;
}

function Tray() {
  const { data, refetch } = useRead(
    'getTasks',
    { query: { limit: '10' } },
    { pollWhile: ({ tasks }) => tasks.some(isUnderWay) },
  );
  const [opened, setOpened] = useState(false);
  const tasks = data?.tasks ?? [];
  const close = () => setOpened(false);
  const running = tasks.filter(isUnderWay);
  useEndsAnnounced(tasks);
  const label = running.length > 0 ? `Tasks, ${running.length} under way` : 'Tasks';

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
      <Popover.Dropdown aria-label="Tasks">
        {tasks.length === 0 && (
          <Text size="sm" c="dimmed">
            Long work shows here while it runs, and for a while after: imports, exports, replays.
          </Text>
        )}
        <ul className={classes.tasks}>
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} onGo={close} />
          ))}
        </ul>
        <p className={classes.all}>
          <TextLink size="sm" from="/w/$workspaceId" to="/w/$workspaceId/tasks" onClick={close}>
            All tasks
          </TextLink>
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

function TaskLine({ task, onGo }: { task: Task; onGo: () => void }) {
  const now = useNow(isUnderWay(task) ? 1_000 : 60_000);
  const name = taskNames[task.kind];
  return (
    <li className={classes.task}>
      <div className={classes.name}>
        <TextLink
          inherit
          from="/w/$workspaceId"
          to="/w/$workspaceId/tasks/$taskId"
          params={(before) => ({ ...before, taskId: task.id })}
          onClick={onGo}
        >
          {name}
        </TextLink>
        <RelativeTime at={task.finishedAt ?? task.createdAt} />
      </div>
      {isUnderWay(task) && (
        <Progress
          value={task.total ? (100 * task.done) / task.total : 0}
          aria-label={`${name}, done`}
          size="sm"
        />
      )}
      <Text size="sm" c={task.status === 'failed' ? 'danger' : 'dimmed'}>
        {progressOf(task, now)}
      </Text>
    </li>
  );
}

/** Those who listen are told when something ends, wherever they are. */
function useEndsAnnounced(tasks: Task[]): void {
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    for (const task of tasks) {
      if (isUnderWay(task)) underWay.current.add(task.id);
      else if (underWay.current.delete(task.id))
        announce(`${taskNames[task.kind]}: ${progressOf(task, Date.now())}`);
    }
  }, [tasks]);
}
