import { loadValue, storeValue } from './storage.ts';

/** What is done with the people of a save. The choices of the last save are remembered. */
export interface Choices {
  listName: string;
  tags: string[];
  campaignId: string;
  enrich: boolean;
}

export interface Preferences extends Choices {
  /** Whether to ask the server if the person is known, before anything is saved. */
  lookUp: boolean;
  /** Whether to read pages of professional networks. Off until the user accepts the warning. */
  siteAdapters: boolean;
}

export const preferencesKey = 'preferences';

const defaultPreferences: Preferences = {
  lookUp: true,
  siteAdapters: false,
  listName: '',
  tags: [],
  campaignId: '',
  enrich: false,
};

export const loadPreferences = async (): Promise<Preferences> => ({
  ...defaultPreferences,
  ...(await loadValue<Partial<Preferences>>('local', preferencesKey)),
});

let lastChange: Promise<unknown> = Promise.resolve();

/** One change after another, so that none is lost. */
export function changePreferences(change: Partial<Preferences>): Promise<void> {
  const changed = lastChange.then(async () =>
    storeValue('local', preferencesKey, { ...(await loadPreferences()), ...change }),
  );
  lastChange = changed.catch(() => {});
  return changed;
}
