import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { usePreferences } from '../../browser/preferences.ts';
import { useTableColumns } from './table-columns.tsx';

const tickWidth = 48;
const nameWidth = 160;
const endPadding = 16;
const headHeight = 40;
/** Below this width rows are shown as cards, as in other tables. */
const cardsBelow = 704;

/** The layout of the rows: a table, a table that scrolls sideways, or cards. */
export function useTableLayout(frame: RefObject<HTMLElement | null>) {
  const [columns] = useTableColumns();
  const { top, width } = useBoxOnPage(frame);
  const { density } = usePreferences();
  const widths = [nameWidth, ...columns.map((column) => column.width)];
  const needed = widths.reduce((sum, min) => sum + min, tickWidth + endPadding);
  const isCards = width < cardsBelow;
  const tracks = widths.map((min) => `minmax(${min}px, ${min}fr)`).join(' ');
  return {
    columns,
    name: isCards ? 'cards' : width < needed ? 'wider' : 'table',
    isCards,
    rowHeight: isCards ? 60 + 26 * columns.length : density === 'compact' ? 32 : 44,
    /** The offset of the first row from the top of the document. */
    margin: top + headHeight,
    style: {
      '--columns': `${tickWidth}px ${tracks}`,
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
