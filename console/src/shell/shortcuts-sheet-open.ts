import { createStore } from '../browser/store.ts';

export const shortcutsSheetOpen = createStore(false);
