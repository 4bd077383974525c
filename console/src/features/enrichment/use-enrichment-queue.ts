import { OutcropError } from '@outcrop/client';
import { useQuery } from '@tanstack/react-query';
import { type EndpointRequest, endpointQuery, useWrite } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { costOf, type DryRun } from './cost.ts';

/**
 * Shows what an enrichment costs with a dry run, then queues it. The dry run allows skipping
 * prospects, to count them; the request itself does so only if the user was shown the shortage.
 */
export function useEnrichmentQueue<Id extends 'postEnrich' | 'postEnrichmentJobRetry'>(
  id: Id,
  request: EndpointRequest<Id>,
  onQueued: (jobId: string) => void,
) {
  const workspaceId = useWorkspaceId();
  const withBody = (more: object) =>
    ({ ...request, body: { ...request.body, ...more } }) as EndpointRequest<Id>;
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    ...endpointQuery(workspaceId, id, withBody({ dryRun: true, allowPartial: true })),
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
  const cost = data && costOf(data as DryRun);
  return {
    cost,
    /** Why the enrichment is impossible. */
    dryRunError: error,
    retryDryRun: () => void refetch(),
    /** The cost shown, if any, belongs to the previous choice. */
    isEstimating: isPending || isPlaceholderData,
    busy: write.isPending,
    // A shortage is shown by the new dry run.
    failure: isCreditShortage(write.error) ? null : write.error,
    submit: (more: object = {}) =>
      write.mutate(
        withBody({ ...more, allowPartial: cost !== undefined && cost.unaffordable > 0 }),
        {
          onSuccess: ({ jobId }) => (jobId === null ? void refetch() : onQueued(jobId)),
          onError: () => void refetch(),
        },
      ),
  };
}
export type EnrichmentQueue = ReturnType<typeof useEnrichmentQueue>;

const isCreditShortage = (error: unknown): boolean =>
  error instanceof OutcropError && error.code === 'insufficient_credits';
