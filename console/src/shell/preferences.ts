import { stored } from '../api/stored.ts';

/** What a person sets for this browser. The theme is kept by Mantine. */
const defaults = {
  density: 'regular',
  singleKeys: 'on',
  workspace: '',
  prospectColumns: 'title companyName email stage tags createdAt',
};
type Preferences = typeof defaults;

const name = 'outcrop-preferences';
const kept = stored<Preferences>({ ...defaults, ...read() });

/** A browser that keeps nothing, or something that we did not write, gives the defaults. */
function read(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const readPreference = (key: keyof Preferences): string => kept.get()[key];

export function setPreference(key: keyof Preferences, value: string): void {
  kept.set({ ...kept.get(), [key]: value });
  try {
    localStorage.setItem(name, JSON.stringify(kept.get()));
  } catch {
    // It then holds until the page is left.
  }
  showDensity();
}

export const usePreferences = (): Preferences => kept.use();

export function showDensity(): void {
  document.documentElement.dataset['density'] = kept.get().density;
}

/** Mantine would hold transitions still with a style element, which the page's policy forbids. */
export const noStyleElement = { keepTransitions: true };
