import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react';
import { useKey } from '../../shell/keys.ts';
import { nobody, type Selection, toggled, withRange } from './selection.ts';

interface Options {
  frame: RefObject<HTMLElement | null>;
  /** The ids of the rows, in their order, as far as they were read. */
  seen: string[];
  /** The first row that nothing covers. */
  topRow: () => number;
  scrollTo: (index: number) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (prospectId: string) => void;
}

/** What mouse and keyboard do to rows. Spread the answer into the element around them. */
export function useRowActions(options: Options) {
  const { frame, seen, topRow, scrollTo, selection, onSelect, onOpen } = options;
  const anchor = useRef(0);

  const step = (by: number) => {
    const at = indexOf(document.activeElement);
    const to = at === null ? topRow() : at + by;
    const index = Math.min(Math.max(to, 0), seen.length - 1);
    scrollTo(index);
    rowAt(frame.current, index)?.focus({ preventScroll: true });
  };
  const select = (index: number, asRange: boolean) => {
    const id = seen[index];
    if (id === undefined) return;
    onSelect(
      asRange ? withRange(selection, anchor.current, index, seen) : toggled(selection, id, seen),
    );
    anchor.current = index;
  };
  const open = (index: number) => {
    const id = seen[index];
    if (id !== undefined) onOpen(id);
  };

  useKey('j', 'Next person', () => step(1));
  useKey('k', 'Previous person', () => step(-1));
  useKey('x', 'Select the person, or not', () => {
    const index = indexOf(document.activeElement);
    if (index !== null) select(index, false);
  });
  useKey('Escape', 'Select nobody', () => onSelect(nobody));

  return {
    onClick: (event: MouseEvent) => {
      const target = event.target as Element;
      const index = indexOf(target);
      if (index === null || target.closest('button')) return;
      if (target.closest('[data-tick]')) return select(index, event.shiftKey);
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
      // Someone who marks an address to copy it does not mean to open anything.
      if (elsewhere || !getSelection()?.isCollapsed) return;
      event.preventDefault();
      open(index);
    },
    onMouseDown: (event: MouseEvent) => {
      // A range of rows is no range of text.
      if (event.shiftKey) event.preventDefault();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { index } = (event.target as HTMLElement).dataset;
      if (event.key !== 'Enter' || index === undefined) return;
      event.preventDefault();
      open(Number(index));
    },
  };
}

const indexOf = (element: Element | null): number | null => {
  const index = element?.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? null : Number(index);
};

const rowAt = (frame: HTMLElement | null, index: number): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
