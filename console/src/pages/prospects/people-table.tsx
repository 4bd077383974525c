// biome-ignore-all lint/a11y/useSemanticElements: each row is placed by itself, which rows of a table element cannot be.

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { idsOf, type KnownPage, pageSize, pagesNear, rowsOf, withPage } from './known-pages.ts';
import { PeopleHeading } from './people-heading.tsx';
import { LaterPage, PageOfPeople, type People } from './people-page.tsx';
import classes from './people-table.module.css';
import type { ProspectFilters } from './search.ts';
import type { Selection } from './selection.ts';
import { usePeopleLayout } from './use-people-layout.ts';
import { useRowActions } from './use-row-actions.ts';

interface Props {
  first: People;
  /** Those that `first` was read with. */
  filters: ProspectFilters;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (prospectId: string) => void;
  hrefOf: (prospectId: string) => string;
}

/** What covers rows: the top bar and the headings, and below the bulk bar. */
const coveredAbove = 96;
const coveredBelow = 128;

/** Everyone who was found, however many: only rows in sight stand in the page. */
export function PeopleTable({ first, filters, selection, onSelect, onOpen, hrefOf }: Props) {
  const { known, onRead } = useKnownPages(first);
  const seen = useMemo(() => idsOf(known), [known]);
  const frame = useRef<HTMLDivElement>(null);
  const { columns, margin, isCards, rowHeight, ...layout } = usePeopleLayout(frame);

  const rows = useWindowVirtualizer({
    count: rowsOf(known),
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: coveredAbove,
    scrollPaddingEnd: coveredBelow,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only this changes the heights
  useLayoutEffect(() => rows.measure(), [rowHeight]);
  const items = rows.getVirtualItems();
  const actions = useRowActions({
    frame,
    seen,
    topRow: () => items.find(({ start }) => start >= window.scrollY + coveredAbove)?.index ?? 0,
    scrollTo: (index) => rows.scrollToIndex(index),
    selection,
    onSelect,
    onOpen,
  });

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
      aria-label="People"
      aria-rowcount={first.total === null || first.totalIsCapped ? -1 : first.total + 1}
      className={classes.frame}
      data-layout={layout.name}
      style={layout.style}
    >
      <PeopleHeading {...{ columns, selection, seen, onSelect }} />
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: rows.getTotalSize() }}
        {...actions}
      >
        {pagesNear(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, known).map(
          ({ place, cursor }) => {
            const page = {
              ...row,
              place,
              items: items.filter(({ index }) => Math.floor(index / pageSize) === place),
            };
            return cursor === null ? (
              <PageOfPeople key="first" people={first} {...page} />
            ) : (
              <LaterPage key={cursor} {...page} filters={filters} cursor={cursor} onRead={onRead} />
            );
          },
        )}
      </div>
    </div>
  );
}

/** The pages that were read, beginning with the first; a new first page starts them anew. */
function useKnownPages(first: People) {
  const [before, setKnown] = useState<readonly KnownPage[]>([]);
  const start = useMemo(() => pageOf(first), [first]);
  const known = withPage(before, 0, start);
  if (known !== before) setKnown(known);
  const onRead = useCallback(
    (place: number, people: People) => setKnown((all) => withPage(all, place, pageOf(people))),
    [],
  );
  return { known, onRead };
}

const pageOf = ({ prospects = [], nextCursor }: People): KnownPage => ({
  ids: prospects.map(({ id }) => id),
  next: nextCursor,
});
