import { OutcropError } from '@outcrop/client';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import {
  callEndpoint,
  type EndpointRequest,
  endpointQuery,
  useRefresh,
} from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { costOf, type DryRun } from './cost.ts';

type QueueEndpointId = 'postEnrich' | 'postEnrichmentJobRetry';

/** The jobs that were queued, and why the rest was not. */
export interface QueuedJobs {
  jobIds: string[];
  error?: unknown;
}

/**
 * Shows what an enrichment costs with dry runs, then queues a job for each request. A dry run allows
 * skipping prospects, to count them; the request itself does so only if the user was shown the
 * shortage. Null while the requests are not known.
 */
export function useEnrichmentQueue<Id extends QueueEndpointId>(
  id: Id,
  requests: EndpointRequest<Id>[] | null,
  onQueued: (queued: QueuedJobs) => void,
) {
  const workspaceId = useWorkspaceId();
  const refresh = useRefresh();
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    queryKey: [workspaceId, id, 'cost', requests],
    queryFn: ({ client }) =>
      Promise.all(
        (requests ?? []).map(
          (request) =>
            client.fetchQuery({
              ...endpointQuery(
                workspaceId,
                id,
                withBody(request, { dryRun: true, allowPartial: true }),
              ),
              retry: false,
              staleTime: 0,
              gcTime: 0,
            }) as Promise<DryRun>,
        ),
      ),
    enabled: requests !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: (more: object) =>
      queueEach(requests ?? [], (request) =>
        callEndpoint(workspaceId, id, withBody(request, more)),
      ),
    onSettled: () =>
      refresh(
        'getEnrichmentJobs',
        'getEnrichmentJob',
        'getCreditsLedger',
        'getUsage',
        'getProspects',
        'getProspect',
      ),
  });
  const cost = data && costOf(data);
  return {
    cost,
    /** Why the enrichment is impossible. */
    dryRunError: error,
    retryDryRun: () => void refetch(),
    /** The cost shown, if any, belongs to the previous choice. */
    isEstimating: isPending || isPlaceholderData,
    busy: start.isPending,
    // A shortage is shown by the new dry run.
    failure: isCreditShortage(start.error) ? null : start.error,
    submit: (more: object = {}) =>
      start.mutate(
        { ...more, allowPartial: cost !== undefined && cost.unaffordable > 0 },
        {
          onSuccess: (queued) => (queued.jobIds.length === 0 ? void refetch() : onQueued(queued)),
          onError: () => void refetch(),
        },
      ),
  };
}
export type EnrichmentQueue = ReturnType<typeof useEnrichmentQueue>;

const withBody = <Id extends QueueEndpointId>(request: EndpointRequest<Id>, more: object) =>
  ({ ...request, body: { ...request.body, ...more } }) as EndpointRequest<Id>;

/** One after the other, until one fails. Throws if nothing was queued. */
async function queueEach<Request>(
  requests: Request[],
  send: (request: Request) => Promise<{ jobId: string | null }>,
): Promise<QueuedJobs> {
  const jobIds: string[] = [];
  for (const request of requests)
    try {
      const { jobId } = await send(request);
      if (jobId) jobIds.push(jobId);
    } catch (error) {
      if (jobIds.length === 0) throw error;
      return { jobIds, error };
    }
  return { jobIds };
}

const isCreditShortage = (error: unknown): boolean =>
  error instanceof OutcropError && error.code === 'insufficient_credits';
