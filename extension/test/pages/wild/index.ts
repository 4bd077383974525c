import type { Fixture } from '../fixture.ts';
import { markupPages } from './markup.ts';
import { noOnePages } from './no-one.ts';
import { otherPages } from './other.ts';
import { structuredPages } from './structured.ts';
import { teamPages } from './teams.ts';

/** A second set of pages that were written before the reader was tried on them. */
export const wildPages: Fixture[] = [
  ...structuredPages,
  ...markupPages,
  ...teamPages,
  ...noOnePages,
  ...otherPages,
];
