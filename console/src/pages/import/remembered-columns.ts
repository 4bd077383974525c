import { readPreference, setPreference } from '../../browser/preferences.ts';

const maxColumns = 500;

/** The fields that columns of earlier files were imported as, by the name of the column. */
export function rememberedColumns(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readPreference('importColumns') || '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Remembers the newest, so that the next file with these columns needs no mapping. */
export function rememberColumns(fields: Record<string, string>): void {
  const others = Object.entries(rememberedColumns()).filter(
    ([name]) => !Object.hasOwn(fields, name),
  );
  const newest = [...others, ...Object.entries(fields)].slice(-maxColumns);
  setPreference('importColumns', JSON.stringify(Object.fromEntries(newest)));
}
