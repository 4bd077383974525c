import { useSyncExternalStore } from 'react';

/** A value that code outside React can set and components can subscribe to. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => value,
    set: (next: Value) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, () => value),
  };
}

const readers = new Map<string, () => void>();

/** For changes by another tab: of one key, or of all if it cleared the storage. */
export function readStorage(key: string | null): void {
  for (const [each, read] of readers) if (key === null || key === each) read();
}

/**
 * The same, kept in the browser as JSON and shared with other tabs. Without storage, it lasts until the
 * page is closed.
 */
export function createStoredStore<Value extends object>(key: string, initial: Value) {
  const store = createStore<Value>(initial);
  let isStored = true;
  /** As another tab may have left it. Content that is invalid is ignored. */
  const latest = (): Value => {
    if (!isStored) return store.get();
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
      return typeof stored === 'object' ? { ...initial, ...stored } : initial;
    } catch {
      return store.get();
    }
  };
  store.set(latest());
  readers.set(key, () => store.set(latest()));
  return {
    ...store,
    /** Starts from what other tabs stored. The same value is not stored again. */
    update: (change: (value: Value) => Value): void => {
      const before = latest();
      const after = change(before);
      if (after === before) return;
      store.set(after);
      try {
        localStorage.setItem(key, JSON.stringify(after));
      } catch {
        isStored = false;
      }
    },
  };
}
