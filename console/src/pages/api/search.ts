import { pickStrings } from '../../browser/search-parameters.ts';

/** The code of a browser that asks to connect. The extension opens the page with it. */
export const apiSearch = (given: Record<string, unknown>) => pickStrings(given, 'code');
