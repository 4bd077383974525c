import type { ManageEndpointId } from '@outcrop/contract';
import { useEffect } from 'react';
import { useRead, useRefresh } from '../../api/endpoints.ts';
import { isInProgress } from './task-progress.ts';

/**
 * Polls a task until it ends, then refetches the endpoints it may have changed: also if it had ended
 * before the first response. Without an id, it waits for one.
 */
export function useTask(taskId: string | null, refreshes: ManageEndpointId[]) {
  const refresh = useRefresh();
  const query = useRead(
    'getTask',
    { params: { taskId: taskId ?? '' } },
    { pollWhile: ({ task }) => isInProgress(task), enabled: taskId !== null },
  );
  const task = query.data?.task;
  const endedId = task && !isInProgress(task) ? task.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each task that ended
  useEffect(() => {
    if (endedId !== null) void refresh(...refreshes, 'getTasks');
  }, [endedId]);
  return query;
}
