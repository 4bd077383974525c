import { Button, VisuallyHidden } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type Ref, useEffect } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { pageSize } from './loaded-pages.ts';
import type { PeopleColumn } from './prospect-columns.tsx';
import { PersonRow, PlaceholderRow } from './prospect-row.tsx';
import type { ProspectFilters } from './search.ts';
import { isSelected, type Selection } from './selection.ts';

export type ProspectPage = ManageData<'getProspects'>;

export const prospectsRequest = (filters: ProspectFilters, cursor: string | null) => ({
  query: { ...filters, pageSize: String(pageSize), ...(cursor && { cursor }) },
});

export interface PageProps {
  pageIndex: number;
  /** The visible rows of this page. */
  items: VirtualItem[];
  /** The offset of the first row from the top of the document. */
  margin: number;
  columns: PeopleColumn[];
  selection: Selection;
  hrefOf: (id: string) => string;
  measure: Ref<HTMLDivElement> | undefined;
}

export const PageRows = ({
  people,
  pageIndex,
  items,
  margin,
  selection,
  hrefOf,
  ...row
}: PageProps & { people: ProspectPage }) =>
  items.map(({ index, start }) => {
    const person = people.prospects?.[index - pageIndex * pageSize];
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

interface NextPageProps extends PageProps {
  filters: ProspectFilters;
  cursor: string;
  onLoad: (pageIndex: number, people: ProspectPage) => void;
}

/**
 * A page after the first. It is mounted only while its rows are near the visible ones, so few pages
 * are refetched after a change, however far the user has scrolled.
 */
export function NextPage({ filters, cursor, onLoad, ...page }: NextPageProps) {
  const { data, error, refetch } = useRead('getProspects', prospectsRequest(filters, cursor));
  const { pageIndex, items, margin, measure } = page;
  useEffect(() => {
    if (data) onLoad(pageIndex, data);
  }, [data, pageIndex, onLoad]);
  if (data) return <PageRows people={data} {...page} />;
  return items.map(({ index, start }) => (
    <PlaceholderRow key={index} index={index} top={start - margin} measure={measure}>
      {error && index === items[0]!.index ? (
        <>
          Could not load more prospects.{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      ) : (
        <VisuallyHidden>Loading</VisuallyHidden>
      )}
    </PlaceholderRow>
  ));
}
