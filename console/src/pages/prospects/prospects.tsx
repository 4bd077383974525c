import { useEffect, useMemo, useRef, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { useOwnerChoices } from '../../features/prospect/owner.ts';
import type { Neighbors } from '../../features/prospect-dialogs/drawer-panel.tsx';
import { AddProspect, ProspectDrawer } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { HeaderActions, type HeaderDialog } from './header-actions.tsx';
import { EnrollDialog, ExportDialog } from './lazy-dialogs.tsx';
import { NoProspects } from './no-prospects.tsx';
import { describeFilters, type FilterNames, sortNames } from './prospect-labels.ts';
import { ProspectTable } from './prospect-table.tsx';
import classes from './prospects.module.css';
import { prospectsRequest } from './requests.ts';
import { defaultSort, type ProspectFilters, type ProspectQuery } from './search.ts';
import { allSelected, isEmpty, noneSelected, type Selection } from './selection.ts';
import { useUrlState } from './use-url-state.ts';
import { ViewBar } from './view-bar.tsx';

export default function Prospects() {
  const { filters, query, prospect, ...url } = useUrlState();
  const first = useRead('getProspects', prospectsRequest(query, null));
  const shown = useShownQuery(query, !first.isPlaceholderData);
  const names = useFilterNames();
  const [selection, select] = useSelection(filters);
  const [neighbors, setNeighbors] = useState<Neighbors | null>(null);
  const [dialog, setDialog] = useState<HeaderDialog | null>(null);
  const everyone = useEveryone(filters);
  const matching =
    first.data?.totalIsCapped && everyone !== null
      ? { count: everyone, isCapped: false }
      : { count: first.data?.total ?? 0, isCapped: first.data?.totalIsCapped ?? false };
  const words = first.data && prospectCount(matching);
  useAnnounceChange(shown, words);

  return (
    <div className={classes.page}>
      <PageHeader
        title="Prospects"
        beside={
          <>
            <ViewBar query={query} />
            <span className={classes.count}>{words}</span>
          </>
        }
        action={<HeaderActions onOpen={setDialog} />}
      />
      <FilterBar filters={filters} names={names} onChange={url.setFilter} />
      <FilterChips filters={filters} names={names} onChange={url.setFilter} onClear={url.clear} />
      <QueryBoundary query={first} what="the prospects">
        {(data) =>
          data.prospects?.length === 0 ? (
            <NoProspects filters={describeFilters(shown, names)} onClear={url.clear} />
          ) : (
            <ProspectTable
              first={data}
              query={shown}
              onSort={url.setSort}
              selection={selection}
              onSelect={select}
              openId={prospect}
              onOpen={url.open}
              onMove={url.move}
              onNeighbors={setNeighbors}
              hrefOf={url.hrefOf}
            />
          )
        }
      </QueryBoundary>
      {!isEmpty(selection) && (
        <BulkBar
          selected={{
            ...selection,
            filters,
            count: selection.isAllMatching
              ? matching
              : { count: selection.ids.size, isCapped: false },
          }}
          matching={matching}
          onSelectAll={() => select(allSelected)}
          onClear={() => select(noneSelected)}
        />
      )}
      {prospect && (
        <ProspectDrawer prospectId={prospect} neighbors={neighbors} onClose={url.close} />
      )}
      {dialog === 'add' && (
        <AddProspect
          onDone={(id) => {
            setDialog(null);
            url.open(id);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'enroll' && (
        <EnrollDialog
          selected={{ ...allSelected, filters, count: matching }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog
          selected={{ ...allSelected, filters, count: matching }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** The query of the rows on screen: the previous one until the new rows are loaded. */
function useShownQuery(query: ProspectQuery, isLoaded: boolean): ProspectQuery {
  const [shown, setShown] = useState(query);
  if (isLoaded && shown !== query) setShown(query);
  return isLoaded ? query : shown;
}

/** The number of all prospects, which the stages count to the end. Null with filters. */
function useEveryone(filters: ProspectFilters): number | null {
  const { data } = useRead('getBoards');
  if (!data || Object.values(filters).some((value) => value !== undefined)) return null;
  return data.stages.reduce((sum, { count }) => sum + count, 0);
}

/** The selection is cleared when the filters change. */
function useSelection(filters: ProspectFilters) {
  const [state, setState] = useState({ selection: noneSelected, filters });
  const selection = state.filters === filters ? state.selection : noneSelected;
  return [selection, (next: Selection) => setState({ selection: next, filters })] as const;
}

function useFilterNames(): FilterNames {
  const { data: boards } = useRead('getBoards');
  const { data: found } = useRead('getCampaigns', { query: { limit: '200' } });
  const owners = useOwnerChoices();
  return useMemo(
    () => ({
      lists: boards?.lists ?? [],
      tags: boards?.tags ?? [],
      campaigns: found?.campaigns ?? [],
      owners,
      isLoaded: boards !== undefined,
    }),
    [boards, found, owners],
  );
}

function useAnnounceChange(shown: ProspectQuery, words: string | undefined): void {
  const announced = useRef(shown);
  useEffect(() => {
    const before = announced.current;
    if (before === shown || words === undefined) return;
    announced.current = shown;
    const { sort = defaultSort } = shown;
    announce(before.sort === shown.sort ? `${words} found` : `Sorted: ${sortNames[sort]}`);
  }, [shown, words]);
}
