import { pickStrings } from '../../browser/search-parameters.ts';

/** The ids of the prospect to keep and of the one to remove. */
export const mergeSearch = (given: Record<string, unknown>) => pickStrings(given, 'keep', 'remove');
