/** Typed access to `chrome.storage`. One value per key, so that writers do not overwrite each other. */
type Area = 'local' | 'session';

export async function loadValue<Value>(area: Area, key: string): Promise<Value | null> {
  const stored = await chrome.storage[area].get(key);
  return (stored[key] as Value | undefined) ?? null;
}

export const storeValue = (area: Area, key: string, value: unknown): Promise<void> =>
  chrome.storage[area].set({ [key]: value });

/** All values whose key starts with the prefix. */
export async function loadValues<Value>(area: Area, prefix: string): Promise<Value[]> {
  const stored = await chrome.storage[area].get(null);
  return Object.entries(stored).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [value as Value] : [],
  );
}

/** Calls `changed` after every change of a key that starts with the prefix. Returns the way to stop. */
export function watchValues(area: Area, prefix: string, changed: () => void): () => void {
  const listener = (changes: Record<string, unknown>, changedArea: string) => {
    if (changedArea === area && Object.keys(changes).some((key) => key.startsWith(prefix)))
      changed();
  };
  chrome.storage.onChanged.addListener(listener);
  return () => chrome.storage.onChanged.removeListener(listener);
}
