import { createStoredStore } from './store.ts';

/** Texts that are being written, by id. They survive a reload, and are deleted at sign-out. */
const drafts = createStoredStore<Record<string, string>>('outcrop-drafts', {});
const maxDrafts = 200;

export const setDraft = (id: string, text: string): void =>
  drafts.update((all) => {
    const { [id]: before = '', ...others } = all;
    if (text === before) return all;
    const kept = Object.entries(others).slice(1 - maxDrafts);
    return text === '' ? others : { ...Object.fromEntries(kept), [id]: text };
  });

export const readDraft = (id: string): string => drafts.get()[id] ?? '';

export const useDraft = (id: string): string => drafts.use()[id] ?? '';

export const deleteDrafts = (): void => drafts.update(() => ({}));
