import type { ManageEndpointId, Prospect, Stage } from '@outcrop/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { endpointQuery } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { boardsAfterMove, type Column, columnsAfterMove } from './columns.ts';
import type { PipelineFilters } from './search.ts';
import { columnsKey } from './use-columns.ts';

const stageEndpoints: ManageEndpointId[] = [
  'getBoards',
  'getProspects',
  'getProspect',
  'getProspectTimeline',
];

/** Updates the cached columns and counts of the board before the server confirms a move. */
export function useOptimisticBoard(filters: PipelineFilters) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const pendingMoves = useRef(0);

  const isStageQuery = ({ queryKey: [workspace, endpoint] }: Query) =>
    workspace === workspaceId && stageEndpoints.includes(endpoint as ManageEndpointId);

  const refetch = async (which: (query: Query) => boolean) => {
    await queryClient.invalidateQueries({ predicate: isStageQuery, refetchType: 'none' });
    await queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => isStageQuery(query) && which(query),
    });
  };

  return {
    /** Cancels requests in flight, whose results would show the old stages. */
    startMove: async () => {
      pendingMoves.current++;
      await queryClient.cancelQueries({ predicate: isStageQuery });
      return () => pendingMoves.current--;
    },

    apply: (prospects: Prospect[], to: Stage) => {
      const stageChangedAt = new Date().toISOString();
      const moved = prospects.map((prospect) => ({ ...prospect, stage: to, stageChangedAt }));
      queryClient.setQueryData<Column[]>(
        columnsKey(workspaceId, filters),
        (columns) => columns && columnsAfterMove(columns, moved),
      );
      queryClient.setQueryData(
        endpointQuery(workspaceId, 'getBoards').queryKey,
        (boards) => boards && boardsAfterMove(boards, prospects, to),
      );
    },

    refetchAll: () => refetch(() => true),

    /** Keeps the cards in place, but refetches all else, and loads queries that were canceled before their first result. */
    refetchCounts: () =>
      pendingMoves.current > 0
        ? undefined
        : refetch(
            ({ queryKey, state }) => queryKey[1] !== 'getProspects' || state.data === undefined,
          ),
  };
}
