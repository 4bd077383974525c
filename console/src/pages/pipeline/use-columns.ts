import { stages } from '@outcrop/contract/stages';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { type Column, withMore } from './columns.ts';
import type { PipelineFilters } from './search.ts';

/** The key begins like that of GET /prospects, so that the board is refetched with it. */
export const columnsKey = (workspaceId: string, filters: PipelineFilters) => [
  workspaceId,
  'getProspects',
  'pipeline',
  filters,
];

/** All columns of the board, in one request. */
export function useColumns(filters: PipelineFilters, enabled: boolean) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: columnsKey(workspaceId, filters),
    queryFn: ({ signal }) => readColumns(queryClient, workspaceId, filters, signal),
    placeholderData: (previous, query) =>
      query?.queryKey[0] === workspaceId ? previous : undefined,
    enabled,
  });
}

/** Also reads the further pages that are shown already. */
async function readColumns(
  queryClient: QueryClient,
  workspaceId: string,
  filters: PipelineFilters,
  signal: AbortSignal,
): Promise<Column[]> {
  const before = queryClient.getQueryData<Column[]>(columnsKey(workspaceId, filters));
  const { columns } = await manageClient(workspaceId).call('getPipeline', {
    query: filters,
    signal,
  });
  return Promise.all(
    columns.map(async (first, index) => {
      let column: Column = first;
      const shown = before?.[index]?.prospects.length ?? 0;
      while (column.nextCursor !== null && column.prospects.length < shown)
        column = await readMore(workspaceId, filters, column, signal);
      return column;
    }),
  );
}

async function readMore(
  workspaceId: string,
  filters: PipelineFilters,
  column: Column,
  signal?: AbortSignal,
): Promise<Column> {
  return withMore(column, await readPage(workspaceId, filters, column, signal));
}

/** The page after what a column shows. */
const readPage = (
  workspaceId: string,
  filters: PipelineFilters,
  { stage, nextCursor }: Column,
  signal?: AbortSignal,
) =>
  manageClient(workspaceId).call('getProspects', {
    query: { ...filters, stage, cursor: nextCursor! },
    ...(signal && { signal }),
  });

/** Adds the next page to a column. */
export function useShowMore(filters: PipelineFilters) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return async (column: Column): Promise<void> => {
    const page = await readPage(workspaceId, filters, column);
    const at = stages.indexOf(column.stage);
    queryClient.setQueryData<Column[]>(columnsKey(workspaceId, filters), (columns) => {
      // Prospects may have moved meanwhile. If the column was read again, the page may not be its next.
      const now = columns?.[at];
      return now?.nextCursor === column.nextCursor
        ? columns?.with(at, withMore(now, page))
        : columns;
    });
  };
}
