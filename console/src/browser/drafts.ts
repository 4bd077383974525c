import { createStore } from './store.ts';

/** Texts that are being written, by id. They survive a reload, and are deleted at sign-out. */
const storageKey = 'outcrop-drafts';
const maxDrafts = 200;
type Drafts = Record<string, string>;

const drafts = createStore<Drafts>(read());

/** Empty if storage is unavailable or its content is invalid. */
function read(): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Drafts) : {};
  } catch {
    return {};
  }
}

function write(next: Drafts): void {
  drafts.set(next);
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage, drafts last until the page is closed.
  }
}

export function setDraft(id: string, text: string): void {
  const { [id]: _, ...others } = drafts.get();
  const kept = Object.entries(others).slice(1 - maxDrafts);
  write(text === '' ? others : { ...Object.fromEntries(kept), [id]: text });
}

export const readDraft = (id: string): string => drafts.get()[id] ?? '';

export const useDraft = (id: string): string => drafts.use()[id] ?? '';

export const deleteDrafts = (): void => write({});
