import type { RefObject } from 'react';
import { useKey } from '../../shell/keys.ts';

/** Leads from card to card, and opens the menu of the one that has the focus. */
export function useBoardKeys(board: RefObject<HTMLElement | null>): void {
  const focusedCard = () => document.activeElement?.closest('li') ?? null;

  const step = (down: number, across: number) => {
    const columns = columnsOf(board.current);
    const card = focusedCard();
    const at = columns.findIndex((cards) => card && cards.includes(card));
    const column = at === -1 ? columns[0] : nearest(columns, at + across);
    const place = at === -1 ? 0 : columns[at]!.indexOf(card!) + down;
    nearest(column ?? [], place)
      ?.querySelector('a')
      ?.focus();
  };

  useKey('j', 'Next person', () => step(1, 0));
  useKey('k', 'Previous person', () => step(-1, 0));
  useKey('l', 'Next stage', () => step(0, 1));
  useKey('h', 'Previous stage', () => step(0, -1));
  useKey('s', 'Move to another stage', () => {
    const card = focusedCard();
    if (board.current?.contains(card)) card?.querySelector('button')?.click();
  });
}

/** The cards that are shown, by column; nobody stops at an empty one. */
const columnsOf = (board: HTMLElement | null): HTMLLIElement[][] =>
  [...(board?.querySelectorAll('section') ?? [])]
    .filter((column) => column.checkVisibility())
    .map((column) => [...column.querySelectorAll('li')])
    .filter((cards) => cards.length > 0);

const nearest = <Item>(items: Item[], place: number): Item | undefined =>
  items[Math.min(Math.max(place, 0), items.length - 1)];
