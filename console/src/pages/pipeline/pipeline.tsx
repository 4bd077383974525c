import { useDisclosure } from '@mantine/hooks';
import type { ManageData } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { AddProspect, ProspectDrawer } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { Board } from './board.tsx';
import { PipelineFilters } from './pipeline-filters.tsx';
import type { PipelineSearch, PipelineFilters as Shown } from './search.ts';

const route = getRouteApi('/w/$workspaceId/pipeline');

export default function Pipeline() {
  const { prospect, stage, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const boards = useRead('getBoards');
  const go = (search: PipelineSearch, replace: boolean) =>
    void navigate({ search, replace, resetScroll: false });
  const shown = { ...filters, ...(stage && { stage }) };
  const open = (id: string) => go({ ...shown, prospect: id }, false);
  const filterBy = (next: Shown) => go({ ...next, ...(stage && { stage }) }, true);
  return (
    <>
      <PageHeader title="Pipeline">
        Drag cards between stages, or use “Move to…” on a card.
      </PageHeader>
      <QueryBoundary query={boards} what="the pipeline">
        {(data) =>
          data.stages.every(({ count }) => count === 0) ? (
            <EmptyPipeline onAdded={open} />
          ) : (
            <>
              <PipelineFilters filters={filters} boards={data} onChange={filterBy} />
              <FilteredBoard filters={filters} boards={data} onClear={() => filterBy({})}>
                <Board
                  boards={data}
                  filters={filters}
                  stage={stage ?? 'new'}
                  onStage={(next) => go({ ...filters, stage: next }, true)}
                />
              </FilteredBoard>
            </>
          )
        }
      </QueryBoundary>
      {prospect && (
        <ProspectDrawer key={prospect} prospectId={prospect} onClose={() => go(shown, false)} />
      )}
    </>
  );
}

interface FilteredBoardProps {
  filters: Shown;
  boards: ManageData<'getBoards'>;
  onClear: () => void;
  children: ReactNode;
}

/** The list or tag in the URL may have been deleted. */
function FilteredBoard({ filters, boards, onClear, children }: FilteredBoardProps) {
  const list = boards.lists.find(({ id }) => id === filters.listId);
  const tag = boards.tags.find(({ id }) => id === filters.tagId);
  const isDeleted = (filters.listId && !list) || (filters.tagId && !tag);
  const isFiltered = Object.keys(filters).length > 0;
  const matching = useRead(
    'getProspects',
    { query: { ...filters, pageSize: '1', returnIds: 'true' } },
    { enabled: isFiltered && !isDeleted },
  );
  if (!isFiltered || (!isDeleted && matching.data?.total !== 0)) return children;
  return (
    <FilteredEmptyState
      filters={[
        ...(filters.q ? [`search “${filters.q}”`] : []),
        ...(filters.listId ? [list ? `list “${list.name}”` : 'a deleted list'] : []),
        ...(filters.tagId ? [tag ? `tag “${tag.name}”` : 'a deleted tag'] : []),
      ]}
      onClear={onClear}
    />
  );
}

function EmptyPipeline({ onAdded }: { onAdded: (prospectId: string) => void }) {
  const [adding, add] = useDisclosure();
  const reason = useDisabledReason('member');
  return (
    <>
      <EmptyState
        title="No prospects yet"
        action={
          <ActionButton disabledReason={reason} onClick={add.open}>
            Add prospect
          </ActionButton>
        }
        snippet={<Snippet label="curl command" code={firstLead()} />}
      >
        New prospects start in the New stage.
      </EmptyState>
      {adding && <AddProspect onDone={onAdded} onClose={add.close} />}
    </>
  );
}

const firstLead = () => `curl ${location.origin}/api/v1/ext/leads \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"leads": [{"fullName": "Maren Solberg", "email": "maren@saltmarsh.example"}]}'`;
