import { createStore } from './store.ts';

/** Per-browser settings. Mantine stores the theme. */
const defaults = {
  density: 'regular',
  singleKeys: 'on',
  workspace: '',
  prospectColumns: 'title companyName email stage tags createdAt',
};
type Preferences = typeof defaults;

const storageKey = 'outcrop-preferences';
const preferences = createStore<Preferences>({ ...defaults, ...read() });

/** Empty if storage is unavailable or its content is invalid. */
function read(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const readPreference = (key: keyof Preferences): string => preferences.get()[key];

export function setPreference(key: keyof Preferences, value: string): void {
  preferences.set({ ...preferences.get(), [key]: value });
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences.get()));
  } catch {
    // Without storage, the preference lasts until the page is closed.
  }
  applyDensity();
}

export const usePreferences = (): Preferences => preferences.use();

export function applyDensity(): void {
  document.documentElement.dataset['density'] = preferences.get().density;
}

/** Mantine disables transitions with a style element, which the content security policy forbids. */
export const colorSchemeOptions = { keepTransitions: true };
