import { useDisclosure } from '@mantine/hooks';
import type { ManageData } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../api/lines.ts';
import { useReasonAgainst } from '../api/roles.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { EmptyState, FilteredEmptyState } from '../parts/states.tsx';
import { Board } from './pipeline/board.tsx';
import { PipelineFilters } from './pipeline/pipeline-filters.tsx';
import type { PipelineSearch, PipelineFilters as Shown } from './pipeline/search.ts';
import { AddPerson, ProspectDrawer } from './prospects/opened-later.tsx';

const route = getRouteApi('/w/$workspaceId/pipeline');

/** Someone asks: who stands where, and whom do I move on? */
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
        Everyone by their stage. Drag someone to the next one, or use “Move to…” on their card.
      </PageHeader>
      <Loaded query={boards} what="the pipeline">
        {(data) =>
          data.stages.every(({ count }) => count === 0) ? (
            <NobodyYet onAdded={open} />
          ) : (
            <>
              <PipelineFilters filters={filters} boards={data} onChange={filterBy} />
              <IfAnyoneMatches filters={filters} boards={data} onClear={() => filterBy({})}>
                <Board
                  boards={data}
                  filters={filters}
                  stage={stage ?? 'new'}
                  onStage={(next) => go({ ...filters, stage: next }, true)}
                />
              </IfAnyoneMatches>
            </>
          )
        }
      </Loaded>
      {prospect && (
        <ProspectDrawer key={prospect} prospectId={prospect} onClose={() => go(shown, false)} />
      )}
    </>
  );
}

interface MatchProps {
  filters: Shown;
  boards: ManageData<'getBoards'>;
  onClear: () => void;
  children: ReactNode;
}

/** A list or tag may be gone by the time its address is opened. */
function IfAnyoneMatches({ filters, boards, onClear, children }: MatchProps) {
  const list = boards.lists.find(({ id }) => id === filters.listId);
  const tag = boards.tags.find(({ id }) => id === filters.tagId);
  const isGone = (filters.listId && !list) || (filters.tagId && !tag);
  const isFiltered = Object.keys(filters).length > 0;
  const matching = useRead(
    'getProspects',
    { query: { ...filters, pageSize: '1', returnIds: 'true' } },
    { enabled: isFiltered && !isGone },
  );
  if (!isFiltered || (!isGone && matching.data?.total !== 0)) return children;
  return (
    <FilteredEmptyState
      filters={[
        ...(filters.q ? [`“${filters.q}” in it`] : []),
        ...(filters.listId ? [list ? `the list ${list.name}` : 'a list that is gone'] : []),
        ...(filters.tagId ? [tag ? `the tag ${tag.name}` : 'a tag that is gone'] : []),
      ]}
      onClear={onClear}
    />
  );
}

function NobodyYet({ onAdded }: { onAdded: (prospectId: string) => void }) {
  const [adding, add] = useDisclosure();
  const reason = useReasonAgainst('member');
  return (
    <>
      <EmptyState
        title="Nobody is in the pipeline yet"
        action={
          <ActionButton disabledReason={reason} onClick={add.open}>
            Add a person
          </ActionButton>
        }
        snippet={<Snippet label="curl command" code={firstLead()} />}
      >
        Whoever is added, by hand or by a program, begins as New.
      </EmptyState>
      {adding && <AddPerson onDone={onAdded} onClose={add.close} />}
    </>
  );
}

const firstLead = () => `curl ${location.origin}/api/v1/ext/leads \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"leads": [{"fullName": "Maren Solberg", "email": "maren@saltmarsh.example"}]}'`;
