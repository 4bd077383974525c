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
import { manageOf, nowhere } from './manage.ts';
import { useWorkspaceId } from './session.ts';

export type LineRequest<Id extends ManageEndpointId> = Omit<
  ManageRequest<Id>,
  'signal' | 'idempotencyKey'
>;

const call = <Id extends ManageEndpointId>(
  workspaceId: string,
  id: Id,
  request: object,
): Promise<ManageData<Id>> => {
  const client = manageOf(workspaceId);
  return client.call(...([id, request] as unknown as Parameters<typeof client.call<Id>>));
};

/**
 * What was shown before stays while something new is read, if only the query differs: nobody must
 * see another workspace's rows, or those of another webhook, under this one's name.
 */
const ofTheSame =
  (workspaceId: string, request: object) =>
  <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) => {
    const earlier = query?.queryKey.at(-1) as object | undefined;
    const isSame = query?.queryKey[0] === workspaceId && paramsOf(earlier) === paramsOf(request);
    return isSame ? before : undefined;
  };

const paramsOf = (request: { params?: unknown } = {}): string =>
  JSON.stringify(request.params ?? null);

export const read = <Id extends ManageEndpointId>(
  workspaceId: string,
  id: Id,
  request: LineRequest<Id> = {} as LineRequest<Id>,
) =>
  queryOptions({
    queryKey: [workspaceId, id, request],
    queryFn: ({ signal }) => call(workspaceId, id, { ...request, signal }),
    placeholderData: ofTheSame(workspaceId, request),
  });

/** How often something is looked at while it is under way. */
const underWayMs = 1_500;

interface ReadOptions<Data> {
  refetchInterval?: number | false;
  enabled?: boolean;
  /** Reads again and again while the data says that something is still under way. */
  pollWhile?: (data: Data) => boolean;
}

/** Reads a line of this workspace: `useRead('getUsage')`. Old data stays while new is on its way. */
export const useRead = <Id extends ManageEndpointId>(
  id: Id,
  request?: LineRequest<Id>,
  { pollWhile, refetchInterval = false, enabled = true }: ReadOptions<ManageData<Id>> = {},
) =>
  useQuery({
    ...read(useWorkspaceId(), id, request),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      pollWhile && data !== undefined ? pollWhile(data) && underWayMs : refetchInterval,
  });

type Paged = {
  [Id in ManageEndpointId]: ManageData<Id> extends
    | { nextCursor: string | null }
    | { nextAfter: string | null }
    ? Id
    : never;
}[ManageEndpointId];

/** The name under which a line's pages are kept, for those who change them before it is read again. */
export const pagesKey = <Id extends Paged>(workspaceId: string, id: Id, request: LineRequest<Id>) =>
  [workspaceId, id, 'pages', request] as const;

/** What the next page is asked for by; null after the last. */
function nextOf(page: { nextCursor?: string | null; nextAfter?: string | null }) {
  if (page.nextAfter) return { after: page.nextAfter };
  return page.nextCursor ? { cursor: page.nextCursor } : null;
}

/**
 * Reads a line page by page; `rows` says where they stand in its data. What a line tells beside its
 * rows is in `first`, the first page's data.
 */
export function usePages<Id extends Paged, Row>(
  id: Id,
  request: LineRequest<Id>,
  rows: (data: ManageData<Id>) => Row[],
  { pollWhile }: { pollWhile?: (rows: Row[], first: ManageData<Id>) => boolean } = {},
) {
  const workspaceId = useWorkspaceId();
  const { data, ...query } = useInfiniteQuery({
    queryKey: pagesKey(workspaceId, id, request),
    queryFn: ({ signal, pageParam }) =>
      call(workspaceId, id, { ...request, query: { ...request.query, ...pageParam }, signal }),
    initialPageParam: null as ReturnType<typeof nextOf>,
    getNextPageParam: nextOf,
    placeholderData: ofTheSame(workspaceId, request),
    refetchInterval: ({ state: { data } }) =>
      pollWhile && data && pollWhile(data.pages.flatMap(rows), data.pages[0]!) && underWayMs,
  });
  return { ...query, data: data?.pages.flatMap(rows), first: data?.pages[0] };
}

/** Reads lines of this workspace, or about the person, again: `refresh('getWebhooks')`. */
export function useRefresh() {
  const workspaceId = useWorkspaceId();
  const queries = useQueryClient();
  return useCallback(
    (...lines: ManageEndpointId[]): Promise<void> =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [where, line] }) =>
          (where === workspaceId || where === nowhere) && lines.includes(line as ManageEndpointId),
      }),
    [workspaceId, queries],
  );
}

/**
 * Writes a line of this workspace: `useWrite('patchWebhook', ['getWebhooks', 'getWebhook'])`. When
 * it is done, the named lines are read again.
 */
export function useWrite<Id extends ManageEndpointId>(id: Id, refreshes: ManageEndpointId[] = []) {
  const workspaceId = useWorkspaceId();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (request: LineRequest<Id>) => call(workspaceId, id, request),
    onSuccess: () => refresh(...refreshes),
  });
}
