import type { ProspectFilter, Task } from '@outcrop/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { isInProgress } from '../tasks/task-progress.ts';
import { useTask } from '../tasks/watch-task.ts';

/** Whom to enroll. */
export type EnrollTarget = { filter: ProspectFilter } | { prospectIds: string[] };

/** What changes when people are enrolled. */
export const enrollRefreshes = [
  'getCampaign',
  'getCampaigns',
  'getCampaignEnrollments',
  'getProspects',
  'getProspect',
  'getProspectTimeline',
] as const;

/** Checks whom the campaign would take, as soon as both are chosen, and then enrolls them. */
export function useEnrolling(campaignId: string | null, target: EnrollTarget | null) {
  const check = useCheck(campaignId, target);
  const enroll = useWrite('postCampaignEnrollTasks', ['getTasks']);
  const enrolling = useTask(enroll.data?.task.id ?? null, [...enrollRefreshes]);
  return {
    check,
    enrollTask: enroll.data && (enrolling.data?.task ?? enroll.data.task),
    error: enroll.error ?? enrolling.error ?? check.error,
    isStarting: enroll.isPending,
    enroll: () => {
      if (campaignId && target) enroll.mutate({ params: { campaignId }, body: target });
    },
  };
}

function useCheck(campaignId: string | null, target: EnrollTarget | null) {
  const workspaceId = useWorkspaceId();
  const started = useQuery({
    queryKey: [workspaceId, 'postCampaignEnrollTasks', campaignId, target],
    enabled: campaignId !== null && target !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const params = { campaignId: campaignId! };
      const body = { ...target!, checkOnly: true };
      return manageClient(workspaceId).call('postCampaignEnrollTasks', { params, body });
    },
  });
  const taskId = started.data?.task.id ?? null;
  const { data, error } = useTask(taskId, []);
  const task: Task | undefined = taskId === null ? undefined : data?.task;
  useCancelWhenLeft(taskId, task !== undefined && !isInProgress(task));
  return { task, error: started.error ?? error };
}

/** A check that no one waits for is canceled. */
function useCancelWhenLeft(taskId: string | null, hasEnded: boolean): void {
  const workspaceId = useWorkspaceId();
  useEffect(() => {
    if (taskId === null || hasEnded) return undefined;
    return () => {
      const request = { params: { taskId }, body: {} };
      manageClient(workspaceId)
        .call('postTaskCancel', request)
        // It ends by itself.
        .catch(() => {});
    };
  }, [workspaceId, taskId, hasEnded]);
}
