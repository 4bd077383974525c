import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManageEndpointId, Task } from '@outcrop/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { read } from '../api/lines.ts';
import { manageOf } from '../api/manage.ts';
import { useWorkspaceId } from '../api/session.ts';
import { isUnderWay, progressOf } from '../shell/task-progress.ts';
import { announce } from './live-region.tsx';
import { explained } from './states.tsx';

/** How often a followed task is looked at, and how long undoing it is offered. */
const lookMs = 400;
const undoMs = 8_000;

interface Followed {
  task: Task;
  /** What it does, as a person would say it: "Move 5,000 people to Contacted". */
  title: string;
  /** Lines that are read again when it has ended. */
  refreshes: ManageEndpointId[];
  /** Tells that it is done in a way of its own: with the file that came of it. */
  tellEnd?: (task: Task) => void;
}

/** What was done at once, and how to take it back: told like a task, without having been one. */
interface Done {
  title: string;
  undo: () => Promise<unknown>;
}

/**
 * Tells of a task until it has ended, wherever one goes meanwhile; then reads again what it changed,
 * and offers to undo it for a while.
 */
export function useFollowTask() {
  const workspaceId = useWorkspaceId();
  const queries = useQueryClient();
  return (followed: Followed): void => void follow(queries, workspaceId, followed);
}

async function follow(
  queries: QueryClient,
  workspaceId: string,
  { task: started, title, refreshes, tellEnd }: Followed,
): Promise<void> {
  const id = `task-${started.id}`;
  const lines: ManageEndpointId[] = [...refreshes, 'getTasks'];
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [where, line] }) =>
        where === workspaceId && lines.includes(line as ManageEndpointId),
    });
  const show = (message: string) =>
    notifications.update({ id, title, message, loading: true, autoClose: false });
  notifications.show({ id, title, message: 'waiting to begin', loading: true, autoClose: false });
  void queries.invalidateQueries({ queryKey: [workspaceId, 'getTasks'] });
  try {
    let task = started;
    while (isUnderWay(task)) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      const request = { params: { taskId: task.id } };
      ({ task } = await queries.fetchQuery({
        ...read(workspaceId, 'getTask', request),
        staleTime: 0,
      }));
      show(progressOf(task, Date.now()));
    }
    await refresh();
    const undo = async () => {
      const client = manageOf(workspaceId);
      const { task: back } = await client.call('postTaskUndo', {
        params: { taskId: task.id },
        body: {},
      });
      await follow(queries, workspaceId, { task: back, title: `Undo: ${title}`, refreshes });
    };
    const message = progressOf(task, Date.now());
    announce(`${title}: ${message}`);
    notifications.hide(id);
    if (tellEnd && task.status === 'done') tellEnd(task);
    else if (task.undoable) tellDone({ title: `${title} · ${message}`, undo });
    else
      notifications.show({
        title,
        message,
        ...(task.status === 'failed' && { color: 'danger', autoClose: false as const }),
      });
  } catch (error) {
    notifications.hide(id);
    notifications.show({ title, message: explained(error).advice, color: 'danger' });
  }
}

/** Says that something was done, with a way back that stands for eight seconds. */
export function tellDone({ title, undo }: Done): void {
  const id = notifications.show({
    autoClose: undoMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{title}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo().catch((error: unknown) =>
              notifications.show({
                title: 'Could not undo it',
                message: explained(error).advice,
                color: 'danger',
              }),
            );
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
