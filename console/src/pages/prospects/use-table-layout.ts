import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { usePreferences } from '../../browser/preferences.ts';
import { narrowColumns, useTableColumns } from './table-columns.tsx';

const tickWidth = 38;
const nameWidth = 158;
const endPadding = 4;
const headHeight = 40;
/** Below this width rows have two lines, with what matters most. */
const cardsBelow = 704;

/** The layout of the rows: a table, a table that scrolls sideways, or two lines each. */
export function useTableLayout(frame: RefObject<HTMLElement | null>) {
  const { columns, widths } = useTableColumns();
  const { top, width } = useBoxOnPage(frame);
  const { density } = usePreferences();
  const needed = columns.reduce(
    (sum, { key, width: min }) => sum + (widths.get(key) ?? min),
    tickWidth + nameWidth + endPadding,
  );
  // Beside the drawer the table stays a table, and scrolls sideways.
  const isCards = width < cardsBelow && !matchMedia('(min-width: 64em)').matches;
  const share = (min: number) => `minmax(${min}px, ${min}fr)`;
  const tracks = columns.map(({ key, width: min, isFixed }) =>
    widths.has(key) || isFixed ? `${widths.get(key) ?? min}px` : share(min),
  );
  return {
    columns: isCards ? narrowColumns : columns,
    name: isCards ? 'cards' : width < needed ? 'wider' : 'table',
    isCards,
    rowHeight: isCards ? 64 : density === 'comfortable' ? 44 : 36,
    /** The offset of the first row from the top of the document. */
    margin: top + headHeight,
    style: {
      '--columns': `${tickWidth}px ${share(nameWidth)} ${tracks.join(' ')}`,
      '--needed': `${needed}px`,
    } as CSSProperties,
  };
}

/** An element's offset in the document and its width, kept up to date. */
function useBoxOnPage(element: RefObject<HTMLElement | null>) {
  const [box, setBox] = useState({ top: 0, width: Number.POSITIVE_INFINITY });
  useLayoutEffect(() => {
    const measure = () => {
      const rect = element.current?.getBoundingClientRect();
      if (!rect) return;
      const top = Math.round(rect.top + window.scrollY);
      setBox((before) =>
        before.top === top && before.width === rect.width ? before : { top, width: rect.width },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element.current!);
    // Content above the element moves it, which also changes the height of the page.
    observer.observe(document.getElementById('main')!);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return box;
}
