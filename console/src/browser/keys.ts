import { useLayoutEffect, useRef } from 'react';
import { readPreference } from './preferences.ts';
import { createStore } from './store.ts';

interface Shortcut {
  /** One key, or two in sequence: `?`, `g a`. */
  keys: string;
  label: string;
  run: () => void;
}

/** All active shortcuts, as listed by the shortcuts sheet. */
export const boundShortcuts = createStore<readonly Shortcut[]>([]);

/**
 * Binds a shortcut while the component is mounted: `useKey('/', 'Search', focusSearch)`. A page's
 * shortcut overrides an overridable one of the shell.
 */
export function useKey(keys: string, label: string, run: () => void, isOverridable = false): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  // Before the browser shows the component, so that a key pressed at once is not lost.
  useLayoutEffect(() => {
    const shortcut: Shortcut = { keys, label, run: () => latest.current() };
    const others = boundShortcuts.get();
    boundShortcuts.set(isOverridable ? [shortcut, ...others] : [...others, shortcut]);
    return () => boundShortcuts.set(boundShortcuts.get().filter((other) => other !== shortcut));
  }, [keys, label, isOverridable]);
}

/** The time for the second key of a sequence. */
const sequenceTimeoutMs = 1_200;

/** Handles all shortcuts; used once, in the shell. */
export function useShortcutListener(): void {
  useLayoutEffect(() => {
    let first: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (readPreference('singleKeys') === 'off' || isTyping(event.target)) return;
      if (isDialogOpen() || isInDialog(event.target)) return;
      const isSecond = first !== null && event.timeStamp - first.at < sequenceTimeoutMs;
      const keys = isSecond ? `${first!.key} ${event.key}` : event.key;
      const found = boundShortcuts.get().findLast((bound) => bound.keys === keys);
      const startsSequence = boundShortcuts
        .get()
        .some((bound) => bound.keys.startsWith(`${event.key} `));
      first = !found && startsSequence ? { key: event.key, at: event.timeStamp } : null;
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"])'));

/** All dialogs and menus except a drawer beside the page. */
const dialogs = '[role="dialog"]:not([data-beside]), [role="menu"]';

const isDialogOpen = (): boolean => document.querySelector(dialogs) !== null;

/** Also true for a dialog that the same key has just closed. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(dialogs) !== null;
