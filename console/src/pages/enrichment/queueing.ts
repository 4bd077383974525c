import { OutcropError } from '@outcrop/client';
import { useQuery } from '@tanstack/react-query';
import { type LineRequest, read, useWrite } from '../../api/lines.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { costOf, type Rehearsed } from './cost.ts';

/**
 * Rehearses work that takes credits, so that its cost is told first, and then queues it. The
 * rehearsal may leave people out, so that it tells who would be; the work only once that was told.
 */
export function useQueueing<Id extends 'postEnrich' | 'postEnrichmentJobRetry'>(
  id: Id,
  request: LineRequest<Id>,
  onQueued: (jobId: string) => void,
) {
  const workspaceId = useWorkspaceId();
  const withBody = (more: object) =>
    ({ ...request, body: { ...request.body, ...more } }) as LineRequest<Id>;
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    ...read(workspaceId, id, withBody({ dryRun: true, allowPartial: true })),
    retry: false,
    gcTime: 0,
  });
  const write = useWrite(id, [
    'getEnrichmentJobs',
    'getEnrichmentJob',
    'getCreditsLedger',
    'getUsage',
    'getProspects',
    'getProspect',
  ]);
  const cost = data && costOf(data as Rehearsed);
  return {
    cost,
    /** Why it cannot be done at all. */
    obstacle: error,
    rehearse: () => void refetch(),
    /** What is shown of the cost, if anything, is that of another choice. */
    isCounting: isPending || isPlaceholderData,
    busy: write.isPending,
    // Credits that went meanwhile are told by the new rehearsal.
    failure: isShortage(write.error) ? null : write.error,
    queue: (more: object = {}) =>
      write.mutate(withBody({ ...more, allowPartial: cost !== undefined && cost.unpaid > 0 }), {
        onSuccess: ({ jobId }) => (jobId === null ? void refetch() : onQueued(jobId)),
        onError: () => void refetch(),
      }),
  };
}
export type Queueing = ReturnType<typeof useQueueing>;

const isShortage = (error: unknown): boolean =>
  error instanceof OutcropError && error.code === 'insufficient_credits';
