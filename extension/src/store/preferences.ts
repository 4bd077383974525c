import { load, store } from './storage.ts';

/** What the panel remembers between saves. */
export interface Preferences {
  /** Whether to ask the server if the person is known, before anything is saved. */
  lookUp: boolean;
  /** Whether to read pages of professional networks. Off until the user accepts the warning. */
  siteAdapters: boolean;
  listName: string;
  tags: string[];
  campaignId: string;
  enrich: boolean;
}

export const preferencesKey = 'preferences';

export const defaultPreferences: Preferences = {
  lookUp: true,
  siteAdapters: false,
  listName: '',
  tags: [],
  campaignId: '',
  enrich: false,
};

export const loadPreferences = async (): Promise<Preferences> => ({
  ...defaultPreferences,
  ...(await load<Partial<Preferences>>('local', preferencesKey)),
});

export const changePreferences = async (change: Partial<Preferences>): Promise<void> =>
  store('local', preferencesKey, { ...(await loadPreferences()), ...change });
