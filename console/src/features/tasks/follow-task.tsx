import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManageEndpointId, Task } from '@outcrop/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoints.ts';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { announce } from '../../components/live-region.tsx';
import { describeError } from '../../components/states.tsx';
import { isInProgress, progressText } from './task-progress.ts';

/** How often the task is polled, and how long Undo is offered. */
const pollIntervalMs = 400;
const undoOfferMs = 8_000;

interface FollowedTask {
  task: Task;
  /** "Move 5,000 people to Contacted". */
  title: string;
  /** Endpoints to refetch when the task has ended. */
  refreshes: ManageEndpointId[];
  /** Replaces the default notification on success, for example to offer a download. */
  notifySuccess?: (task: Task) => void;
}

interface UndoableChange {
  title: string;
  undo: () => Promise<unknown>;
}

/**
 * Shows the progress of a task on every page until it ends, then refetches what it changed and
 * offers to undo it.
 */
export function useFollowTask() {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return (followed: FollowedTask): void => void follow(queryClient, workspaceId, followed);
}

async function follow(
  queryClient: QueryClient,
  workspaceId: string,
  { task: started, title, refreshes, notifySuccess }: FollowedTask,
): Promise<void> {
  const id = `task-${started.id}`;
  const endpoints: ManageEndpointId[] = [...refreshes, 'getTasks'];
  const refresh = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [queryWorkspaceId, endpoint] }) =>
        queryWorkspaceId === workspaceId && endpoints.includes(endpoint as ManageEndpointId),
    });
  const show = (message: string) =>
    notifications.update({ id, title, message, loading: true, autoClose: false });
  notifications.show({ id, title, message: 'Queued', loading: true, autoClose: false });
  void queryClient.invalidateQueries({ queryKey: [workspaceId, 'getTasks'] });
  try {
    let task = started;
    while (isInProgress(task)) {
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      const request = { params: { taskId: task.id } };
      ({ task } = await queryClient.fetchQuery({
        ...endpointQuery(workspaceId, 'getTask', request),
        staleTime: 0,
      }));
      show(progressText(task, Date.now()));
    }
    await refresh();
    const undo = async () => {
      const client = manageClient(workspaceId);
      const { task: undoTask } = await client.call('postTaskUndo', {
        params: { taskId: task.id },
        body: {},
      });
      await follow(queryClient, workspaceId, {
        task: undoTask,
        title: `Undo: ${title}`,
        refreshes,
      });
    };
    const message = progressText(task, Date.now());
    announce(`${title}: ${message}`);
    notifications.hide(id);
    if (notifySuccess && task.status === 'done') notifySuccess(task);
    else if (task.undoable) notifyWithUndo({ title: `${title} · ${message}`, undo });
    else
      notifications.show({
        title,
        message,
        ...(task.status === 'failed' && { color: 'danger', autoClose: false as const }),
      });
  } catch (error) {
    notifications.hide(id);
    notifications.show({ title, message: describeError(error).advice, color: 'danger' });
  }
}

/** Confirms a change and offers to undo it for eight seconds. */
export function notifyWithUndo({ title, undo }: UndoableChange): void {
  const id = notifications.show({
    autoClose: undoOfferMs,
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
                title: 'Could not undo',
                message: describeError(error).advice,
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
