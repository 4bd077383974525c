import { createStore } from '../api/store.ts';

export const shortcutsSheetOpen = createStore(false);
