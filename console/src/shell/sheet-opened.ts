import { stored } from '../api/stored.ts';

/** Whether the sheet of keyboard shortcuts is open. */
export const sheetOpened = stored(false);
