import { Button, VisuallyHidden } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type Ref, useEffect } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { pageSize } from './loaded-pages.ts';
import { PlaceholderRow, ProspectRow } from './prospect-row.tsx';
import { prospectsRequest } from './requests.ts';
import type { ProspectQuery } from './search.ts';
import { isSelected, type Selection } from './selection.ts';
import type { TableColumn } from './table-columns.tsx';

export type ProspectPage = ManageData<'getProspects'>;

export interface PageProps {
  pageIndex: number;
  /** The visible rows of this page. */
  items: VirtualItem[];
  /** The offset of the first row from the top of the document. */
  margin: number;
  columns: TableColumn[];
  selection: Selection;
  hrefOf: (id: string) => string;
  measure: Ref<HTMLDivElement> | undefined;
}

export const PageRows = ({
  data,
  pageIndex,
  items,
  margin,
  selection,
  hrefOf,
  ...row
}: PageProps & { data: ProspectPage }) =>
  items.map(({ index, start }) => {
    const prospect = data.prospects?.[index - pageIndex * pageSize];
    return (
      prospect && (
        <ProspectRow
          key={prospect.id}
          prospect={prospect}
          index={index}
          top={start - margin}
          isSelected={isSelected(selection, prospect.id)}
          href={hrefOf(prospect.id)}
          {...row}
        />
      )
    );
  });

interface NextPageProps extends PageProps {
  query: ProspectQuery;
  cursor: string;
  onLoad: (pageIndex: number, data: ProspectPage) => void;
}

/**
 * A page after the first. It is mounted only while its rows are near the visible ones, so few pages
 * are refetched after a change, however far the user has scrolled.
 */
export function NextPage({ query, cursor, onLoad, ...page }: NextPageProps) {
  const { data, error, refetch } = useRead('getProspects', prospectsRequest(query, cursor));
  const { pageIndex, items, margin, measure } = page;
  useEffect(() => {
    if (data) onLoad(pageIndex, data);
  }, [data, pageIndex, onLoad]);
  if (data) return <PageRows data={data} {...page} />;
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
