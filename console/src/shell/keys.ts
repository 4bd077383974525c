import { useEffect, useRef } from 'react';
import { stored } from '../api/stored.ts';
import { readPreference } from './preferences.ts';

interface Key {
  /** One key, or two after each other: `?`, `g a`. */
  keys: string;
  does: string;
  run: () => void;
}

/** What the keyboard can do here and now; the sheet shows it. */
export const boundKeys = stored<readonly Key[]>([]);

/**
 * Binds keys for as long as the component stands: `useKey('/', 'Search', focusSearch)`. What the
 * shell binds everywhere gives way to a page that has its own use for the key.
 */
export function useKey(keys: string, does: string, run: () => void, givesWay = false): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const key: Key = { keys, does, run: () => latest.current() };
    boundKeys.set(givesWay ? [key, ...boundKeys.get()] : [...boundKeys.get(), key]);
    return () => boundKeys.set(boundKeys.get().filter((other) => other !== key));
  }, [keys, does, givesWay]);
}

/** How long the second of two keys may take. */
const patienceMs = 1_200;

/** Listens for all of them, once, in the shell. */
export function useKeyboard(): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (readPreference('singleKeys') === 'off' || isTyping(event.target) || isDialogOpen())
        return;
      const waiting = first !== null && event.timeStamp - first.at < patienceMs;
      const keys = waiting ? `${first!.key} ${event.key}` : event.key;
      const found = boundKeys.get().findLast((bound) => bound.keys === keys);
      const begins = boundKeys.get().some((bound) => bound.keys.startsWith(`${event.key} `));
      first = !found && begins ? { key: event.key, at: event.timeStamp } : null;
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"])'));

const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null;
