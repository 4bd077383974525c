import { useDisclosure } from '@mantine/hooks';
import type { ManageData } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
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
import { useColumns } from './use-columns.ts';

const route = getRouteApi('/w/$workspaceId/pipeline');

export default function Pipeline() {
  const { prospect, stage, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const boards = useRead('getBoards');
  const hasReference = filters.listId !== undefined || filters.tagId !== undefined;
  const isDeleted = boards.data ? hasDeleted(filters, boards.data) : hasReference;
  const columns = useColumns(filters, !isDeleted);
  const go = (search: PipelineSearch, replace: boolean) =>
    void navigate({ search, replace, resetScroll: false });
  const shown = { ...filters, ...(stage && { stage }) };
  const open = (id: string) => go({ ...shown, prospect: id }, false);
  const filterBy = (next: Shown) => go({ ...next, ...(stage && { stage }) }, true);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader title="Pipeline">
        Drag cards between stages, or use the menu of a card.
      </PageHeader>
      <QueryBoundary query={boards} what="the pipeline">
        {(data) =>
          data.stages.every(({ count }) => count === 0) ? (
            <EmptyPipeline onAdded={open} />
          ) : (
            <>
              <PipelineFilters filters={filters} boards={data} onChange={filterBy} />
              {isDeleted ? (
                <NoMatches filters={filters} boards={data} onClear={() => filterBy({})} />
              ) : (
                <QueryBoundary query={columns} what="the prospects">
                  {(read) =>
                    isFiltered && read.every(({ total }) => total === 0) ? (
                      <NoMatches filters={filters} boards={data} onClear={() => filterBy({})} />
                    ) : (
                      <Board
                        boards={data}
                        columns={read}
                        filters={filters}
                        stage={stage ?? 'new'}
                        onStage={(next) => go({ ...filters, stage: next }, true)}
                        onOpen={open}
                      />
                    )
                  }
                </QueryBoundary>
              )}
            </>
          )
        }
      </QueryBoundary>
      {prospect && <ProspectDrawer prospectId={prospect} onClose={() => go(shown, false)} />}
    </>
  );
}

/** The list or tag in the URL may have been deleted. */
const hasDeleted = ({ listId, tagId }: Shown, { lists, tags }: ManageData<'getBoards'>): boolean =>
  (listId !== undefined && !lists.some(({ id }) => id === listId)) ||
  (tagId !== undefined && !tags.some(({ id }) => id === tagId));

interface NoMatchesProps {
  filters: Shown;
  boards: ManageData<'getBoards'>;
  onClear: () => void;
}

function NoMatches({ filters, boards, onClear }: NoMatchesProps) {
  const list = boards.lists.find(({ id }) => id === filters.listId);
  const tag = boards.tags.find(({ id }) => id === filters.tagId);
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
