import type { Reading } from '../capture/person.ts';
import { load, store } from './storage.ts';

/** What the last click in a window found. Kept in memory only, until the browser closes. */
export type WindowReading =
  | { status: 'reading'; id: string }
  | { status: 'read'; id: string; reading: Reading }
  | { status: 'unreadable'; id: string };

const keyOf = (windowId: number) => `reading:${windowId}`;
export const readingPrefix = 'reading:';

export const loadReading = (windowId: number): Promise<WindowReading | null> =>
  load<WindowReading>('session', keyOf(windowId));

export const storeReading = (windowId: number, reading: WindowReading): Promise<void> =>
  store('session', keyOf(windowId), reading);
