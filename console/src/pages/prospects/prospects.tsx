import { IconFileExport, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { announce } from '../../components/live-region.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { AddProspect, ProspectDrawer } from '../../features/prospect-dialogs/lazy-dialogs.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ImportButton } from './import-button.tsx';
import { ExportDialog } from './lazy-export-dialog.tsx';
import { NoProspects } from './no-prospects.tsx';
import { describeFilters, type FilterNames, sortNames } from './prospect-labels.ts';
import { ProspectTable } from './prospect-table.tsx';
import classes from './prospects.module.css';
import { prospectsRequest } from './requests.ts';
import { defaultSort, type ProspectFilters, type ProspectQuery } from './search.ts';
import { allSelected, isEmpty, noneSelected, type Selection } from './selection.ts';
import { useUrlState } from './use-url-state.ts';

export default function Prospects() {
  const { filters, query, prospect, ...url } = useUrlState();
  const first = useRead('getProspects', prospectsRequest(query, null));
  const shown = useShownQuery(query, !first.isPlaceholderData);
  const names = useFilterNames();
  const [selection, select] = useSelection(filters);
  const [dialog, setDialog] = useState<'add' | 'export' | null>(null);
  const reason = useDisabledReason('member');
  const matching = { count: first.data?.total ?? 0, isCapped: first.data?.totalIsCapped ?? false };
  const words = first.data && prospectCount(matching);
  useAnnounceChange(shown, words);

  return (
    <div className={classes.page}>
      <PageHeader
        title="Prospects"
        action={
          <>
            <ActionButton
              variant="default"
              leftSection={<IconFileExport size={16} />}
              disabledReason={reason}
              onClick={() => setDialog('export')}
            >
              Export
            </ActionButton>
            <ImportButton />
            <ActionButton
              leftSection={<IconUserPlus size={16} />}
              disabledReason={reason}
              onClick={() => setDialog('add')}
            >
              Add prospect
            </ActionButton>
          </>
        }
      >
        {words ?? '\u00a0'}
      </PageHeader>
      <FilterBar filters={filters} names={names} onChange={url.setFilter} />
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
              onOpen={url.open}
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
      {prospect && <ProspectDrawer key={prospect} prospectId={prospect} onClose={url.close} />}
      {dialog === 'add' && (
        <AddProspect
          onDone={(id) => {
            setDialog(null);
            url.open(id);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog filters={filters} count={matching} onClose={() => setDialog(null)} />
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

/** The selection is cleared when the filters change. */
function useSelection(filters: ProspectFilters) {
  const [state, setState] = useState({ selection: noneSelected, filters });
  const selection = state.filters === filters ? state.selection : noneSelected;
  return [selection, (next: Selection) => setState({ selection: next, filters })] as const;
}

function useFilterNames(): FilterNames {
  const { data: boards } = useRead('getBoards');
  const { data: found } = useRead('getCampaigns', { query: { limit: '200' } });
  return useMemo(
    () => ({
      lists: boards?.lists ?? [],
      tags: boards?.tags ?? [],
      campaigns: found?.campaigns ?? [],
      isLoaded: boards !== undefined,
    }),
    [boards, found],
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
