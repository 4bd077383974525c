import { Text } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import { IconChecklist } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useRead } from '../api/endpoints.ts';
import { useWorkspace } from '../api/session.ts';
import { lazyComponent } from '../components/lazy.tsx';
import { TextLink } from '../components/links.tsx';
import { HeaderPopover } from './header-popover.tsx';
import classes from './tasks-tray.module.css';

const loadList = () => import('./tasks-list.tsx');
const TasksList = lazyComponent(async () => (await loadList()).TasksList);

const isInProgress = ({ finishedAt }: Task): boolean => finishedAt === null;

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
  const tasks = data?.tasks ?? [];
  useAnnounceFinishedTasks(tasks);
  return (
    <HeaderPopover
      title="Background jobs"
      icon={<IconChecklist size={20} />}
      count={tasks.filter(isInProgress).length}
      counted="in progress"
      onOpen={() => void refetch()}
    >
      {(close) => (
        <>
          {tasks.length === 0 && (
            <Text size="sm" c="dimmed">
              Imports, exports and bulk changes appear here.
            </Text>
          )}
          <TasksList tasks={tasks} onNavigate={close} />
          <p className={classes.all}>
            <TextLink size="sm" from="/w/$workspaceId" to="/w/$workspaceId/tasks" onClick={close}>
              View all
            </TextLink>
          </p>
        </>
      )}
    </HeaderPopover>
  );
}

/** Announces finished tasks to screen readers. */
function useAnnounceFinishedTasks(tasks: Task[]): void {
  const inProgress = useRef(new Set<string>());
  useEffect(() => {
    for (const task of tasks) {
      if (isInProgress(task)) inProgress.current.add(task.id);
      else if (inProgress.current.delete(task.id))
        void loadList().then(({ announceTask }) => announceTask(task));
    }
  }, [tasks]);
}
