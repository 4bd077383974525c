import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react';
import { useKey } from '../../browser/keys.ts';
import { noneSelected, type Selection, selectRange, toggle } from './selection.ts';

interface Options {
  frame: RefObject<HTMLElement | null>;
  /** The ids of the loaded rows, in order. */
  ids: string[];
  /** The first fully visible row. */
  topRow: () => number;
  scrollTo: (index: number) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (prospectId: string) => void;
}

/** Mouse and keyboard handling for rows. Spread the result into their container. */
export function useRowActions(options: Options) {
  const { frame, ids, topRow, scrollTo, selection, onSelect, onOpen } = options;
  const anchor = useRef(0);

  const step = (by: number) => {
    const at = indexOf(document.activeElement);
    const to = at === null ? topRow() : at + by;
    const index = Math.min(Math.max(to, 0), ids.length - 1);
    scrollTo(index);
    rowAt(frame.current, index)?.focus({ preventScroll: true });
  };
  const select = (index: number, asRange: boolean) => {
    const id = ids[index];
    if (id === undefined) return;
    onSelect(
      asRange ? selectRange(selection, anchor.current, index, ids) : toggle(selection, id, ids),
    );
    anchor.current = index;
  };
  const open = (index: number) => {
    const id = ids[index];
    if (id !== undefined) onOpen(id);
  };

  useKey('j', 'Next prospect', () => step(1));
  useKey('k', 'Previous prospect', () => step(-1));
  useKey('x', 'Toggle selection', () => {
    const index = indexOf(document.activeElement);
    if (index !== null) select(index, false);
  });
  useKey('Escape', 'Clear selection', () => onSelect(noneSelected));

  return {
    onClick: (event: MouseEvent) => {
      const target = event.target as Element;
      const index = indexOf(target);
      if (index === null || target.closest('button')) return;
      if (target.closest('[data-checkbox]')) return select(index, event.shiftKey);
      const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey;
      // Selecting text, for example to copy an email, must not open the prospect.
      if (hasModifier || !getSelection()?.isCollapsed) return;
      event.preventDefault();
      open(index);
    },
    onMouseDown: (event: MouseEvent) => {
      // Shift-click selects rows, not text.
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
