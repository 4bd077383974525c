import type { ManageEndpointId } from '@outcrop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { isInProgress } from './task-progress.ts';

/** Polls a task until it ends, then refetches the endpoints it may have changed. */
export function useTask(taskId: string, refreshes: ManageEndpointId[]) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const query = useRead(
    'getTask',
    { params: { taskId } },
    { pollWhile: ({ task }) => isInProgress(task) },
  );
  const wasInProgress = useRef(false);
  const task = query.data?.task;
  useEffect(() => {
    if (!task) return;
    if (wasInProgress.current && !isInProgress(task))
      for (const endpoint of [...refreshes, 'getTasks'])
        void queryClient.invalidateQueries({ queryKey: [workspaceId, endpoint] });
    wasInProgress.current = isInProgress(task);
  });
  return query;
}
