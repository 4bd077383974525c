import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { useKey } from '../../browser/keys.ts';
import type { CellField } from '../../features/prospect-dialogs/cell-editor.tsx';
import { noneSelected, type Selection, selectRange, toggleId } from './selection.ts';
import type { CellEdit } from './use-cell-edit.ts';

interface Options {
  frame: RefObject<HTMLElement | null>;
  /** The ids of the loaded rows, in order. */
  ids: string[];
  /** The first fully visible row. */
  topRow: () => number;
  scrollTo: (index: number) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** The prospect in the drawer. */
  openId: string | undefined;
  /** Opens the next or previous prospect in the drawer. */
  onStep: (by: 1 | -1) => void;
  onOpen: (prospectId: string) => void;
  onEdit: (edit: CellEdit) => void;
}

/** The row under the pointer, and mouse and keyboard handling to spread into the container of rows. */
export function useRowActions(options: Options) {
  const { frame, ids, topRow, scrollTo, selection, onSelect } = options;
  const { openId, onStep, onOpen, onEdit } = options;
  const anchor = useRef(0);
  const [pointed, setPointed] = useState<number | null>(null);

  const step = (by: 1 | -1) => {
    if (openId !== undefined) return onStep(by);
    const at = focusedRow();
    const to = at === null ? topRow() : at + by;
    const index = Math.min(Math.max(to, 0), ids.length - 1);
    scrollTo(index);
    rowAt(frame.current, index)?.focus({ preventScroll: true });
  };
  const select = (index: number, asRange: boolean) => {
    const id = ids[index];
    if (id === undefined) return;
    onSelect(
      asRange ? selectRange(selection, anchor.current, index, ids) : toggleId(selection, id, ids),
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
    const index = focusedRow() ?? ids.indexOf(openId ?? '');
    if (index >= 0) select(index, false);
  });
  useKey('Escape', 'Clear selection', () => onSelect(noneSelected));

  return {
    pointed,
    onPointerOver: (event: PointerEvent) => setPointed(indexOf(event.target as Element)),
    onPointerLeave: () => setPointed(null),
    onClick: (event: MouseEvent) => {
      const target = event.target as Element;
      const index = indexOf(target);
      const field = target.closest<HTMLElement>('[data-edit]')?.dataset['edit'];
      const id = ids[index ?? -1];
      if (field && id) return onEdit({ id, field: field as CellField });
      if (index === null || target.closest('button, [data-editing]')) return;
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

export const focusedRow = (): number | null => indexOf(document.activeElement);

const rowAt = (frame: HTMLElement | null, index: number): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
