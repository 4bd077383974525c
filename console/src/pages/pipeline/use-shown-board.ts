import type { ManageEndpointId, Prospect, Stage } from '@outcrop/contract';
import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { pagesKey, read } from '../../api/lines.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { stages } from '../../parts/stages.ts';
import { boardsAfterMove, type ColumnPage, columnRequest, pagesAfterMove } from './columns.ts';
import type { PipelineFilters } from './search.ts';

const tellingStages: ManageEndpointId[] = [
  'getBoards',
  'getProspects',
  'getProspect',
  'getProspectTimeline',
];

/** What the board shows of what was read, changed ahead of the service. */
export function useShownBoard(filters: PipelineFilters) {
  const workspaceId = useWorkspaceId();
  const queries = useQueryClient();
  const held = useRef(0);

  const tellsStages = ({ queryKey: [where, line] }: Query) =>
    where === workspaceId && tellingStages.includes(line as ManageEndpointId);

  const reread = async (which: (query: Query) => boolean) => {
    await queries.invalidateQueries({ predicate: tellsStages, refetchType: 'none' });
    await queries.refetchQueries({
      type: 'active',
      predicate: (query) => tellsStages(query) && which(query),
    });
  };

  return {
    /** Stops what is being read, which would show everyone where they were. */
    hold: async () => {
      held.current++;
      await queries.cancelQueries({ predicate: tellsStages });
      return () => held.current--;
    },

    show: (person: Prospect, to: Stage) => {
      const moved = { ...person, stage: to };
      for (const stage of stages)
        queries.setQueryData<InfiniteData<ColumnPage>>(
          pagesKey(workspaceId, 'getProspects', columnRequest(filters, stage)),
          (column) =>
            column && { ...column, pages: pagesAfterMove(column.pages, moved, stage === to) },
        );
      queries.setQueryData(
        read(workspaceId, 'getBoards').queryKey,
        (boards) => boards && boardsAfterMove(boards, person.stage, to),
      );
    },

    readAgain: () => reread(() => true),

    /** Leaves the cards where they were put; reads what was stopped before it had come at all. */
    readCounts: () =>
      held.current > 0
        ? undefined
        : reread(({ queryKey, state }) => queryKey[1] === 'getBoards' || state.data === undefined),
  };
}
