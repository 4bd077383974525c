import type { ManageRequest } from '@outcrop/client';
import type { ManageData, ManageEndpointId } from '@outcrop/contract';
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { manageClient, noWorkspace } from './manage.ts';
import { useWorkspaceId } from './session.ts';

export type EndpointRequest<Id extends ManageEndpointId> = Omit<
  ManageRequest<Id>,
  'signal' | 'idempotencyKey'
>;

/** Calls an endpoint outside of a hook. */
export const callEndpoint = <Id extends ManageEndpointId>(
  workspaceId: string,
  id: Id,
  request: object,
): Promise<ManageData<Id>> => {
  const client = manageClient(workspaceId);
  return client.call(...([id, request] as unknown as Parameters<typeof client.call<Id>>));
};

/**
 * Keeps showing the previous data while loading if only the query string differs. Data of another
 * workspace or resource must never be shown in place of this one's.
 */
const keepPreviousData =
  (workspaceId: string, request: object) =>
  <Data>(previous: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) => {
    const previousRequest = query?.queryKey.at(-1) as object | undefined;
    const isSame =
      query?.queryKey[0] === workspaceId && paramsOf(previousRequest) === paramsOf(request);
    return isSame ? previous : undefined;
  };

const paramsOf = (request: { params?: unknown } = {}): string =>
  JSON.stringify(request.params ?? null);

export const endpointQuery = <Id extends ManageEndpointId>(
  workspaceId: string,
  id: Id,
  request: EndpointRequest<Id> = {} as EndpointRequest<Id>,
) =>
  queryOptions({
    queryKey: [workspaceId, id, request],
    queryFn: ({ signal }) => callEndpoint(workspaceId, id, { ...request, signal }),
    placeholderData: keepPreviousData(workspaceId, request),
  });

const pollIntervalMs = 1_500;

interface ReadOptions<Data> {
  refetchInterval?: number | false;
  enabled?: boolean;
  /** Polls while this returns true. */
  pollWhile?: (data: Data) => boolean;
}

/** Queries an endpoint for the current workspace: `useRead('getUsage')`. */
export const useRead = <Id extends ManageEndpointId>(
  id: Id,
  request?: EndpointRequest<Id>,
  { pollWhile, refetchInterval = false, enabled = true }: ReadOptions<ManageData<Id>> = {},
) =>
  useQuery({
    ...endpointQuery(useWorkspaceId(), id, request),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      pollWhile && data !== undefined && pollWhile(data) ? pollIntervalMs : refetchInterval,
  });

type PagedEndpointId = {
  [Id in ManageEndpointId]: ManageData<Id> extends
    | { nextCursor: string | null }
    | { nextAfter: string | null }
    ? Id
    : never;
}[ManageEndpointId];

/** The query key of an endpoint's pages, for optimistic updates. */
export const pagesKey = <Id extends PagedEndpointId>(
  workspaceId: string,
  id: Id,
  request: EndpointRequest<Id>,
) => [workspaceId, id, 'pages', request] as const;

/** Null after the last page. */
function nextPageParam(page: { nextCursor?: string | null; nextAfter?: string | null }) {
  if (page.nextAfter) return { after: page.nextAfter };
  return page.nextCursor ? { cursor: page.nextCursor } : null;
}

interface PagesOptions<Row, Data> {
  refetchInterval?: number | false;
  enabled?: boolean;
  /** Polls while this returns true. */
  pollWhile?: (rows: Row[], first: Data) => boolean;
}

/** Queries an endpoint page by page. `rows` extracts a page's rows; `first` is the first page's data. */
export function usePages<Id extends PagedEndpointId, Row>(
  id: Id,
  request: EndpointRequest<Id>,
  rows: (data: ManageData<Id>) => Row[],
  { pollWhile, refetchInterval = false, enabled = true }: PagesOptions<Row, ManageData<Id>> = {},
) {
  const workspaceId = useWorkspaceId();
  const { data, ...query } = useInfiniteQuery({
    queryKey: pagesKey(workspaceId, id, request),
    queryFn: ({ signal, pageParam }) =>
      callEndpoint(workspaceId, id, {
        ...request,
        query: { ...request.query, ...pageParam },
        signal,
      }),
    initialPageParam: null as ReturnType<typeof nextPageParam>,
    getNextPageParam: nextPageParam,
    placeholderData: keepPreviousData(workspaceId, request),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      pollWhile && data && pollWhile(data.pages.flatMap(rows), data.pages[0]!)
        ? pollIntervalMs
        : refetchInterval,
  });
  return { ...query, data: data?.pages.flatMap(rows), first: data?.pages[0] };
}

/** Refetches endpoints of this workspace or of the user: `refresh('getWebhooks')`. */
export function useRefresh() {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return useCallback(
    (...endpoints: ManageEndpointId[]): Promise<void> =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [queryWorkspaceId, endpoint] }) =>
          (queryWorkspaceId === workspaceId || queryWorkspaceId === noWorkspace) &&
          endpoints.includes(endpoint as ManageEndpointId),
      }),
    [workspaceId, queryClient],
  );
}

/**
 * A mutation for the current workspace: `useWrite('patchWebhook', ['getWebhooks', 'getWebhook'])`.
 * On success, the named endpoints are refetched.
 */
export function useWrite<Id extends ManageEndpointId>(id: Id, refreshes: ManageEndpointId[] = []) {
  const workspaceId = useWorkspaceId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (request: EndpointRequest<Id> & { idempotencyKey?: string }) =>
      callEndpoint(workspaceId, id, request),
    onSuccess: () => refresh(...refreshes),
  });
}
