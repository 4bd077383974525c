import { useRef } from 'react';
import { useKey } from '../../browser/keys.ts';

interface Options {
  /** The listed conversations, in order. */
  ids: string[];
  openId: string | null;
  onOpen: (id: string, replace: boolean) => void;
  onList: () => void;
}

/** Shortcuts to move through the list. Returns which conversation comes after the open one. */
export function useInboxKeys({ ids, openId, onOpen, onList }: Options) {
  // A conversation that was read or closed may have left the list; the next one took its place.
  const position = useRef(0);
  const at = openId === null ? -1 : ids.indexOf(openId);
  if (at !== -1) position.current = at;

  const neighbor = (by: number): string | undefined => {
    const from = at === -1 ? position.current - Number(by > 0) : at;
    return ids[from + by];
  };
  const step = (by: number) => {
    if (openId === null) return focusRow(ids, by);
    const id = neighbor(by);
    if (id === undefined) return;
    onOpen(id, true);
    rowLink(id)?.scrollIntoView({ block: 'nearest' });
  };
  const openFocused = () => {
    const id = focusedId() ?? (openId === null ? ids[0] : undefined);
    if (id !== undefined) onOpen(id, openId !== null);
  };

  useKey('j', 'Next conversation', () => step(1));
  useKey('k', 'Previous conversation', () => step(-1));
  useKey('o', 'Open conversation (or Enter)', openFocused);
  useKey('Escape', 'Back to the list', () => {
    if (openId === null) return;
    onList();
    // The row is hidden until then on narrow screens.
    setTimeout(() => rowLink(openId)?.focus());
  });

  return { next: () => neighbor(1) ?? neighbor(-1) };
}

const rowLink = (id: string): HTMLElement | null =>
  document.querySelector(`[data-conversation="${CSS.escape(id)}"]`);

const focusedId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-conversation]')?.dataset['conversation'];

function focusRow(ids: string[], by: number): void {
  const focused = ids.indexOf(focusedId() ?? '');
  const to = focused === -1 ? 0 : focused + by;
  const id = ids[Math.min(Math.max(to, 0), ids.length - 1)];
  if (id !== undefined) rowLink(id)?.focus();
}
