import type { PageReading } from '../capture/person.ts';
import { loadValue, storeValue } from './storage.ts';

/** What the last click in a window found. Kept in memory only, until the browser closes. */
export type WindowReading =
  | { status: 'reading'; id: string }
  | { status: 'read'; id: string; reading: PageReading }
  | { status: 'unreadable'; id: string };

const keyOf = (windowId: number) => `reading:${windowId}`;
export const readingPrefix = 'reading:';

export const loadReading = (windowId: number): Promise<WindowReading | null> =>
  loadValue<WindowReading>('session', keyOf(windowId));

export const storeReading = (windowId: number, reading: WindowReading): Promise<void> =>
  storeValue('session', keyOf(windowId), reading);
