import { Button, VisuallyHidden } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type Ref, useEffect } from 'react';
import { useRead } from '../../api/lines.ts';
import { pageSize } from './known-pages.ts';
import type { PeopleColumn } from './people-columns.tsx';
import { PersonRow, RowToCome } from './person-row.tsx';
import type { ProspectFilters } from './search.ts';
import { isSelected, type Selection } from './selection.ts';

export type People = ManageData<'getProspects'>;

export const peopleRequest = (filters: ProspectFilters, cursor: string | null) => ({
  query: { ...filters, pageSize: String(pageSize), ...(cursor && { cursor }) },
});

export interface PageProps {
  place: number;
  /** Those of its rows that are in sight, and how far down the first row of all stands. */
  items: VirtualItem[];
  margin: number;
  columns: PeopleColumn[];
  selection: Selection;
  hrefOf: (id: string) => string;
  measure: Ref<HTMLDivElement> | undefined;
}

/** The rows in sight of one page that is there. */
export const PageOfPeople = ({
  people,
  place,
  items,
  margin,
  selection,
  hrefOf,
  ...row
}: PageProps & { people: People }) =>
  items.map(({ index, start }) => {
    const person = people.prospects?.[index - place * pageSize];
    return (
      person && (
        <PersonRow
          key={person.id}
          person={person}
          index={index}
          top={start - margin}
          isSelected={isSelected(selection, person.id)}
          href={hrefOf(person.id)}
          {...row}
        />
      )
    );
  });

interface LaterProps extends PageProps {
  filters: ProspectFilters;
  cursor: string;
  onRead: (place: number, people: People) => void;
}

/**
 * A page behind the first. It is read while it stands, that is while it is in sight or near; so
 * however far someone scrolls, few pages are held, and few are read again after a change.
 */
export function LaterPage({ filters, cursor, onRead, ...page }: LaterProps) {
  const { data, error, refetch } = useRead('getProspects', peopleRequest(filters, cursor));
  const { place, items, margin, measure } = page;
  useEffect(() => {
    if (data) onRead(place, data);
  }, [data, place, onRead]);
  if (data) return <PageOfPeople people={data} {...page} />;
  return items.map(({ index, start }) => (
    <RowToCome key={index} index={index} top={start - margin} measure={measure}>
      {error && index === items[0]!.index ? (
        <>
          Could not load the next people.{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      ) : (
        <VisuallyHidden>Loading</VisuallyHidden>
      )}
    </RowToCome>
  ));
}
