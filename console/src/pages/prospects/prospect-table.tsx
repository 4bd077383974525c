// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Neighbors } from '../../features/prospect-dialogs/drawer-panel.tsx';
import {
  type LoadedPage,
  loadedIds,
  pageSize,
  pagesNear,
  rowCount,
  withPage,
} from './loaded-pages.ts';
import { NextPage, PageRows, type ProspectPage } from './page-rows.tsx';
import classes from './prospect-table.module.css';
import { defaultSort, type ProspectQuery, type ProspectSort } from './search.ts';
import type { Selection } from './selection.ts';
import { TableHeading } from './table-heading.tsx';
import { useCellEdit } from './use-cell-edit.ts';
import { useNeighbors } from './use-neighbors.ts';
import { focusedRow, useRowActions } from './use-row-actions.ts';
import { useTableLayout } from './use-table-layout.ts';

interface Props {
  first: ProspectPage;
  /** The query that `first` was loaded with. */
  query: ProspectQuery;
  onSort: (sort: ProspectSort) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  openId: string | undefined;
  onOpen: (prospectId: string) => void;
  /** Opens another prospect in the same drawer. */
  onMove: (prospectId: string) => void;
  onNeighbors: (neighbors: Neighbors | null) => void;
  hrefOf: (prospectId: string) => string;
}

/** Height of the top bar and headings, and of the bulk bar, which cover rows. */
const coveredAbove = 96;
const coveredBelow = 128;

/** A virtual table: only visible rows are in the DOM. */
export function ProspectTable(props: Props) {
  const { first, query, onSort, selection, onSelect, openId, onOpen, hrefOf } = props;
  // The first page and query that the rows are made of.
  const [start, setStart] = useState({ first, query });
  const { loaded, onLoad } = useLoadedPages(start.first);
  const ids = useMemo(() => loadedIds(loaded), [loaded]);
  const frame = useRef<HTMLDivElement>(null);
  const { columns, margin, isCards, rowHeight, ...layout } = useTableLayout(frame);

  const rows = useWindowVirtualizer({
    count: rowCount(loaded),
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: coveredAbove,
    scrollPaddingEnd: coveredBelow,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the row height affects measurements
  useLayoutEffect(() => rows.measure(), [rowHeight]);
  const items = rows.getVirtualItems();
  // A changed first page drops the pages after it, so that it waits while those are on screen.
  const isTop = (items[0]?.index ?? 0) < pageSize;
  if (start.query !== query || (start.first !== first && isTop)) setStart({ first, query });
  const scrollTo = (index: number) => rows.scrollToIndex(index);
  const onStep = useNeighbors({
    ids,
    hasMore: Boolean(loaded.at(-1)?.next),
    openId,
    scrollTo,
    onMove: props.onMove,
    onChange: props.onNeighbors,
  });
  const { canEdit, editing, onEdit, onEnd } = useCellEdit({
    frame,
    ids,
    columns,
    currentId: () => ids[focusedRow() ?? -1] ?? openId,
    scrollTo,
  });
  const { pointed, ...actions } = useRowActions({
    frame,
    ids,
    openId,
    onStep,
    onEdit,
    topRow: () => items.find(({ start }) => start >= window.scrollY + coveredAbove)?.index ?? 0,
    scrollTo,
    selection,
    onSelect,
    onOpen,
  });

  const sortFromTop = useCallback(
    (sort: ProspectSort) => {
      onSort(sort);
      if (window.scrollY > margin) window.scrollTo({ top: 0 });
    },
    [onSort, margin],
  );
  const row = {
    margin,
    columns,
    selection,
    openId,
    hrefOf,
    canEdit,
    pointed,
    editing,
    onEditEnd: onEnd,
    measure: isCards ? rows.measureElement : undefined,
  };
  return (
    <div
      ref={frame}
      role="table"
      aria-label="Prospects"
      aria-rowcount={first.total === null || first.totalIsCapped ? -1 : first.total + 1}
      className={classes.frame}
      data-layout={layout.name}
      style={layout.style}
    >
      <TableHeading
        {...{ columns, selection, ids, onSelect, isCards }}
        sort={query.sort ?? defaultSort}
        onSort={sortFromTop}
      />
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: rows.getTotalSize() }}
        {...actions}
      >
        {pagesNear(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, loaded).map(
          ({ index: pageIndex, cursor }) => {
            const page = {
              ...row,
              pageIndex,
              items: items.filter(({ index }) => Math.floor(index / pageSize) === pageIndex),
            };
            return cursor === null ? (
              <PageRows key="first" data={start.first} {...page} />
            ) : (
              <NextPage key={cursor} {...page} query={query} cursor={cursor} onLoad={onLoad} />
            );
          },
        )}
      </div>
    </div>
  );
}

/** The pages loaded so far. A changed first page resets them. */
function useLoadedPages(first: ProspectPage) {
  const [before, setLoaded] = useState<readonly LoadedPage[]>([]);
  const start = useMemo(() => pageOf(first), [first]);
  const loaded = withPage(before, 0, start);
  if (loaded !== before) setLoaded(loaded);
  const onLoad = useCallback(
    (index: number, page: ProspectPage) => setLoaded((all) => withPage(all, index, pageOf(page))),
    [],
  );
  return { loaded, onLoad };
}

const pageOf = ({ prospects = [], nextCursor }: ProspectPage): LoadedPage => ({
  ids: prospects.map(({ id }) => id),
  next: nextCursor,
});
