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
import type { CellEdit } from './use-cell-edit.ts';

export type ProspectPage = ManageData<'getProspects'>;

export interface PageProps {
  pageIndex: number;
  /** The visible rows of this page. */
  items: VirtualItem[];
  /** The offset of the first row from the top of the document. */
  margin: number;
  columns: TableColumn[];
  selection: Selection;
  /** The prospect in the drawer. */
  openId: string | undefined;
  hrefOf: (id: string) => string;
  canEdit: boolean;
  /** The row under the pointer. */
  pointed: number | null;
  editing: CellEdit | null;
  onEditEnd: (edit: CellEdit, by?: 1 | -1) => void;
  measure: Ref<HTMLDivElement> | undefined;
}

export const PageRows = ({
  data,
  pageIndex,
  items,
  margin,
  selection,
  openId,
  hrefOf,
  pointed,
  editing,
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
          isOpen={prospect.id === openId}
          isSelected={isSelected(selection, prospect.id)}
          href={hrefOf(prospect.id)}
          isPointed={index === pointed}
          editing={editing?.id === prospect.id ? editing : null}
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
