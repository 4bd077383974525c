import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { usePreferences } from '../../shell/preferences.ts';
import { usePeopleColumns } from './people-columns.tsx';

const tickWidth = 48;
const nameWidth = 160;
const endPadding = 16;
const headHeight = 40;
/** Below this there is no room for columns, as in other tables. */
const cardsBelow = 704;

/** How the rows stand: columns, cards, or columns that need more room than there is. */
export function usePeopleLayout(frame: RefObject<HTMLElement | null>) {
  const [columns] = usePeopleColumns();
  const { top, width } = useBoxOnPage(frame);
  const { density } = usePreferences();
  const widths = [nameWidth, ...columns.map((column) => column.width)];
  const needed = widths.reduce((sum, least) => sum + least, tickWidth + endPadding);
  const isCards = width < cardsBelow;
  const tracks = widths.map((least) => `minmax(${least}px, ${least}fr)`).join(' ');
  return {
    columns,
    name: isCards ? 'cards' : width < needed ? 'wider' : 'table',
    isCards,
    rowHeight: isCards ? 60 + 26 * columns.length : density === 'compact' ? 32 : 44,
    /** How far down the page the first row stands. */
    margin: top + headHeight,
    style: {
      '--columns': `${tickWidth}px ${tracks}`,
      '--needed': `${needed}px`,
    } as CSSProperties,
  };
}

/** Where an element begins in the whole page, and how wide it is, whatever changes around it. */
function useBoxOnPage(element: RefObject<HTMLElement | null>) {
  const [box, setBox] = useState({ top: 0, width: Number.POSITIVE_INFINITY });
  useLayoutEffect(() => {
    const look = () => {
      const rect = element.current?.getBoundingClientRect();
      if (!rect) return;
      const top = Math.round(rect.top + window.scrollY);
      setBox((before) =>
        before.top === top && before.width === rect.width ? before : { top, width: rect.width },
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(element.current!);
    // What stands above the element moves it, and changes the height of the page by that.
    observer.observe(document.getElementById('main')!);
    look();
    return () => observer.disconnect();
  }, [element]);
  return box;
}
