import type { RefObject } from 'react';
import { useKey } from '../../browser/keys.ts';

interface SelectionKeys {
  onToggle: (prospectId: string) => void;
  onClear: () => void;
}

/** Shortcuts to move the focus between cards, to select them, and to open the menu of one. */
export function useBoardKeys(
  board: RefObject<HTMLElement | null>,
  { onToggle, onClear }: SelectionKeys,
): void {
  const focusedCard = () => document.activeElement?.closest('li') ?? null;

  const step = (down: number, across: number) => {
    const columns = columnsOf(board.current);
    const card = focusedCard();
    const at = columns.findIndex((cards) => card && cards.includes(card));
    const column = at === -1 ? columns[0] : nearest(columns, at + across);
    const index = at === -1 ? 0 : columns[at]!.indexOf(card!) + down;
    nearest(column ?? [], index)
      ?.querySelector('a')
      ?.focus();
  };

  useKey('j', 'Next prospect', () => step(1, 0));
  useKey('k', 'Previous prospect', () => step(-1, 0));
  useKey('l', 'Next stage', () => step(0, 1));
  useKey('h', 'Previous stage', () => step(0, -1));
  useKey('x', 'Select prospect', () => {
    const id = focusedCard()?.dataset['prospect'];
    if (id !== undefined) onToggle(id);
  });
  useKey('Escape', 'Clear selection', onClear);
  useKey('s', 'Move to another stage', () => {
    const mover =
      document.querySelector<HTMLElement>('[data-move-selected]') ??
      (board.current?.contains(focusedCard()) ? focusedCard()?.querySelector('button') : null);
    mover?.click();
  });
}

/** The visible cards by column, without empty columns. */
const columnsOf = (board: HTMLElement | null): HTMLLIElement[][] =>
  [...(board?.querySelectorAll('section') ?? [])]
    .filter((column) => column.checkVisibility())
    .map((column) => [...column.querySelectorAll('li')])
    .filter((cards) => cards.length > 0);

const nearest = <Item>(items: Item[], index: number): Item | undefined =>
  items[Math.min(Math.max(index, 0), items.length - 1)];
