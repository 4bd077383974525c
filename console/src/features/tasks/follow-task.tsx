import { notifications } from '@mantine/notifications';
import type { ManageEndpointId, Task } from '@outcrop/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoints.ts';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { announce } from '../../components/live-region.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import { notifyUndoFailed, notifyWithUndo } from './notify-with-undo.tsx';
import { taskTitle } from './task-labels.ts';
import { isInProgress, progressText } from './task-progress.ts';

/** How often the task is polled. */
const pollIntervalMs = 400;

interface FollowedTask {
  task: Task;
  /** "Move 5,000 people to Contacted". */
  title: string;
  /** Endpoints to refetch when the task has ended. */
  refreshes: ManageEndpointId[];
  /** Replaces the default notification on success, for example to offer a download. */
  notifySuccess?: (task: Task) => void;
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
      if (isInProgress(task)) show(progressText(task, Date.now()));
    }
    await refresh();
    const undo = () => undoTask(queryClient, workspaceId, task, refreshes);
    const message = progressText(task, Date.now());
    // A task that only some prospects needed says how many changed.
    const result = task.change && task.status === 'done' ? taskTitle(task) : title;
    announce(result === title ? `${title}: ${message}` : result);
    notifications.hide(id);
    if (notifySuccess && task.status === 'done') notifySuccess(task);
    else if (task.undoable) notifyWithUndo({ title: withFailures(result, task), undo });
    else
      notifications.show({
        title: result,
        message: result === title || task.failed > 0 ? message : '',
        ...(task.status === 'failed' && { color: 'danger', autoClose: false as const }),
      });
  } catch (error) {
    notifications.hide(id);
    notifyFailure(title, error);
  }
}

const withFailures = (result: string, task: Task): string =>
  task.failed > 0 || task.status !== 'done'
    ? `${result} · ${progressText(task, Date.now())}`
    : result;

/** What a bulk change may have changed. */
export const changedEndpoints: ManageEndpointId[] = [
  'getProspects',
  'getProspect',
  'getProspectTimeline',
  'getBoards',
];

/** Undoes a task and follows the task that does so. */
async function undoTask(
  queryClient: QueryClient,
  workspaceId: string,
  task: Task,
  refreshes = changedEndpoints,
): Promise<void> {
  const { task: undo } = await manageClient(workspaceId).call('postTaskUndo', {
    params: { taskId: task.id },
    body: {},
  });
  await follow(queryClient, workspaceId, { task: undo, title: taskTitle(undo), refreshes });
}

/** The same, with a notification if it cannot be undone. */
export const startUndo = (...args: Parameters<typeof undoTask>): void =>
  void undoTask(...args).catch(notifyUndoFailed);
