import { ActionIcon, Indicator, Popover, Progress, Text, Tooltip } from '@mantine/core';
import type { Task, TaskKind } from '@outcrop/contract';
import { IconChecklist } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useRead } from '../api/lines.ts';
import { atLeast } from '../api/roles.ts';
import { useWorkspace } from '../api/session.ts';
import { announce } from '../parts/live-region.tsx';
import { RelativeTime, useNow } from '../parts/relative-time.tsx';
import { isUnderWay, progressOf } from './task-progress.ts';
import classes from './tasks-tray.module.css';

const taskNames: Record<TaskKind, string> = {
  bulk: 'Bulk change',
  undo: 'Undo',
  replay: 'Replay of deliveries',
  import_dry_run: 'Trial import',
  import: 'Import',
  export: 'Export',
  merge_board: 'Merge',
  delete_board: 'Deletion',
};

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
  const tasks = data?.tasks ?? [];
  const running = tasks.filter(isUnderWay);
  useEndsAnnounced(tasks);
  const label = running.length > 0 ? `Tasks, ${running.length} under way` : 'Tasks';

  return (
    <Popover position="bottom-end" width={340} onOpen={() => void refetch()} trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <Indicator disabled={running.length === 0} label={running.length} size={16} offset={4}>
            <ActionIcon variant="subtle" color="muted" size="lg" aria-label={label}>
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
            <TaskLine key={task.id} task={task} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function TaskLine({ task }: { task: Task }) {
  const now = useNow(isUnderWay(task) ? 1_000 : 60_000);
  const name = taskNames[task.kind];
  return (
    <li className={classes.task}>
      <div className={classes.name}>
        <span>{name}</span>
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
