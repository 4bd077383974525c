import { IconFileExport, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRead } from '../api/lines.ts';
import { useReasonAgainst } from '../api/roles.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { announce } from '../parts/live-region.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { BulkBar } from './prospects/bulk-bar.tsx';
import { ImportButton } from './prospects/import-button.tsx';
import { NoPeople } from './prospects/no-people.tsx';
import { AddPerson, ExportDialog, ProspectDrawer } from './prospects/opened-later.tsx';
import { PeopleFilters } from './prospects/people-filters.tsx';
import { peopleRequest } from './prospects/people-page.tsx';
import { PeopleTable } from './prospects/people-table.tsx';
import { type FilterNames, filtersInWords, peopleInWords } from './prospects/people-words.ts';
import classes from './prospects/prospects.module.css';
import type { ProspectFilters } from './prospects/search.ts';
import { everyone, isNobody, nobody, type Selection } from './prospects/selection.ts';
import { useAddress } from './prospects/use-address.ts';

/** A salesperson finds people, selects them and organizes them. */
export default function Prospects() {
  const { filters, prospect, ...address } = useAddress();
  const first = useRead('getProspects', peopleRequest(filters, null));
  const shown = useShown(filters, !first.isPlaceholderData);
  const names = useFilterNames();
  const [selection, select] = useSelection(filters);
  const [dialog, setDialog] = useState<'add' | 'export' | null>(null);
  const reason = useReasonAgainst('member');
  const matching = { count: first.data?.total ?? 0, isCapped: first.data?.totalIsCapped ?? false };
  const words = first.data && peopleInWords(matching);
  useFoundAnnounced(shown, words);

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
              Add a person
            </ActionButton>
          </>
        }
      >
        {words ?? '\u00a0'}
      </PageHeader>
      <PeopleFilters filters={filters} names={names} onChange={address.setFilter} />
      <Loaded query={first} what="the people">
        {(people) =>
          people.prospects?.length === 0 ? (
            <NoPeople filters={filtersInWords(shown, names)} onClear={address.clear} />
          ) : (
            <PeopleTable
              first={people}
              filters={shown}
              selection={selection}
              onSelect={select}
              onOpen={address.open}
              hrefOf={address.hrefOf}
            />
          )
        }
      </Loaded>
      {!isNobody(selection) && (
        <BulkBar
          selected={{
            ...selection,
            filters,
            counted: selection.everyone ? matching : { count: selection.ids.size, isCapped: false },
          }}
          matching={matching}
          onEveryone={() => select(everyone)}
          onNobody={() => select(nobody)}
        />
      )}
      {prospect && <ProspectDrawer key={prospect} prospectId={prospect} onClose={address.close} />}
      {dialog === 'add' && (
        <AddPerson
          onDone={(id) => {
            setDialog(null);
            address.open(id);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog filters={filters} counted={matching} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

/** The filters of the rows that are shown, which stay until those of new filters are there. */
function useShown(filters: ProspectFilters, areThere: boolean): ProspectFilters {
  const [shown, setShown] = useState(filters);
  if (areThere && shown !== filters) setShown(filters);
  return areThere ? filters : shown;
}

/** Who is selected among those whom the filters match; other filters, and it is nobody. */
function useSelection(filters: ProspectFilters) {
  const [made, make] = useState({ selection: nobody, filters });
  const selection = made.filters === filters ? made.selection : nobody;
  return [selection, (next: Selection) => make({ selection: next, filters })] as const;
}

function useFilterNames(): FilterNames {
  const { data: boards } = useRead('getBoards');
  const { data: found } = useRead('getCampaigns', { query: { limit: '200' } });
  return useMemo(
    () => ({
      lists: boards?.lists ?? [],
      tags: boards?.tags ?? [],
      campaigns: found?.campaigns ?? [],
    }),
    [boards, found],
  );
}

/** Those who listen hear what other filters found. */
function useFoundAnnounced(shown: ProspectFilters, words: string | undefined): void {
  const told = useRef(shown);
  useEffect(() => {
    if (told.current === shown || words === undefined) return;
    told.current = shown;
    announce(`${words} found`);
  }, [shown, words]);
}
