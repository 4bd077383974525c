import type { ManageEndpointId } from '@outcrop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRead } from '../api/lines.ts';
import { useWorkspaceId } from '../api/session.ts';
import { isUnderWay } from '../shell/task-progress.ts';

/** Watches a task until its end, and then reads again what it may have changed. */
export function useTask(taskId: string, refreshes: ManageEndpointId[]) {
  const workspaceId = useWorkspaceId();
  const queries = useQueryClient();
  const query = useRead(
    'getTask',
    { params: { taskId } },
    { pollWhile: ({ task }) => isUnderWay(task) },
  );
  const wasUnderWay = useRef(false);
  const task = query.data?.task;
  useEffect(() => {
    if (!task) return;
    if (wasUnderWay.current && !isUnderWay(task))
      for (const line of [...refreshes, 'getTasks'])
        void queries.invalidateQueries({ queryKey: [workspaceId, line] });
    wasUnderWay.current = isUnderWay(task);
  });
  return query;
}
