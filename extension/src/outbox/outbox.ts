import { loadValue, loadValues, storeValue } from '../store/storage.ts';
import type { OutboxPause } from './outbox-rules.ts';
import type { Save } from './save.ts';

/** One key per save: the panel adds while the worker changes another. */
export const savePrefix = 'save:';
export const pauseKey = 'outbox-pause';

const maxWaiting = 500;
const maxDone = 10;

const keyOf = (id: string) => `${savePrefix}${id}`;

/** The oldest first. */
export async function loadSaves(): Promise<Save[]> {
  const saves = await loadValues<Save>('local', savePrefix);
  return saves.toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id));
}

export const loadSave = (id: string): Promise<Save | null> => loadValue<Save>('local', keyOf(id));

export const changeSave = (save: Save): Promise<void> => storeValue('local', keyOf(save.id), save);

/** All of them or none. */
export const changeSaves = (saves: Save[]): Promise<void> =>
  chrome.storage.local.set(Object.fromEntries(saves.map((save) => [keyOf(save.id), save])));

export const removeSaves = (ids: string[]): Promise<void> =>
  chrome.storage.local.remove(ids.map(keyOf));

/** Stores a save. Returns false if the outbox is full. */
export async function addSave(save: Save): Promise<boolean> {
  const saves = await loadSaves();
  if (saves.filter(({ status }) => status !== 'done').length >= maxWaiting) return false;
  await changeSave(save);
  const done = saves.filter(({ status }) => status === 'done');
  await removeSaves(done.slice(0, Math.max(0, done.length - maxDone)).map(({ id }) => id));
  return true;
}

export const loadPause = (): Promise<OutboxPause | null> =>
  loadValue<OutboxPause>('local', pauseKey);

export const changePause = (pause: OutboxPause | null): Promise<void> =>
  pause ? storeValue('local', pauseKey, pause) : chrome.storage.local.remove(pauseKey);
