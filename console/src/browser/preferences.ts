import { createStoredStore } from './store.ts';

/** Columns of the prospects table after the name, in order. One with a width is `email:260`. */
export const defaultColumns = 'title companyName email stage tags createdAt';

/** Per-browser settings. Mantine stores the theme. */
const defaults = {
  density: 'dense',
  singleKeys: 'on',
  toasts: 'close',
  workspace: '',
  prospectColumns: defaultColumns,
  importColumns: '',
};
type Preferences = typeof defaults;

const preferences = createStoredStore<Preferences>('outcrop-preferences', defaults);

export const readPreference = (key: keyof Preferences): string => preferences.get()[key];

export const setPreference = (key: keyof Preferences, value: string): void =>
  preferences.update((all) => (all[key] === value ? all : { ...all, [key]: value }));

export const usePreferences = (): Preferences => preferences.use();

/** Called once, at the start. */
export function applyDensity(): void {
  const apply = () => {
    document.documentElement.dataset['density'] = preferences.get().density;
  };
  apply();
  preferences.subscribe(apply);
}

/** Mantine disables transitions with a style element, which the content security policy forbids. */
export const colorSchemeOptions = { keepTransitions: true };
