// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
import { useRowActions } from './use-row-actions.ts';
import { useTableLayout } from './use-table-layout.ts';

interface Props {
  first: ProspectPage;
  /** The query that `first` was loaded with. */
  query: ProspectQuery;
  onSort: (sort: ProspectSort) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (prospectId: string) => void;
  hrefOf: (prospectId: string) => string;
}

/** Height of the top bar and headings, and of the bulk bar, which cover rows. */
const coveredAbove = 96;
const coveredBelow = 128;

/** A virtual table: only visible rows are in the DOM. */
export function ProspectTable(props: Props) {
  const { first, query, onSort, selection, onSelect, onOpen, hrefOf } = props;
  const { loaded, onLoad } = useLoadedPages(first);
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
  const actions = useRowActions({
    frame,
    ids,
    topRow: () => items.find(({ start }) => start >= window.scrollY + coveredAbove)?.index ?? 0,
    scrollTo: (index) => rows.scrollToIndex(index),
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
    hrefOf,
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
              <PageRows key="first" data={first} {...page} />
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
