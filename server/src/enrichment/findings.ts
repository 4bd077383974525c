import type { Prospect } from '@outcrop/contract';
import type { Happening } from '../events/emit.ts';
import { changeOf, readPerson } from '../people/person.ts';
import { searchDocument } from '../people/search-text.ts';
import { type FoundPerson, updatePeople } from '../people/sql.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Spent } from './model.ts';
import { selectKnown, updateFindings } from './sql.ts';

/** A company is left alone: with the name it may be by what a person is recognised. */
type FillableField = 'title' | 'website' | 'locationName';

/** A blank field of a prospect for which something was found, and where. */
export interface Filling {
  field: FillableField;
  value: string;
  source: string;
}

/** What came of the work on one prospect. */
export interface Finding {
  enrichment: Omit<NonNullable<Prospect['enrichment']>, 'completedAt' | 'filled'> | null;
  firstTouchLine: string | null;
  fields: Filling[];
  spent: Spent;
}

interface Written {
  /** What stands on the prospect now. */
  enrichment: Prospect['enrichment'];
  /** What was there before, as far as it was changed. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  happenings: Happening[];
}

/** Writes what was found onto the prospect, whose row is held; only blank fields are filled. */
export async function writeFinding(
  tx: Tx,
  person: FoundPerson,
  finding: Finding,
  now: Date,
): Promise<Written> {
  const known = await selectKnown(tx, person.id);
  const filled = finding.fields.filter(({ field }) => person[field] === null);
  const after: FoundPerson = {
    ...person,
    ...Object.fromEntries(filled.map(({ field, value }) => [field, value])),
  };
  const enrichment = finding.enrichment && {
    ...finding.enrichment,
    filled,
    completedAt: now.toISOString(),
  };
  const mode = enrichment ? 'enrich_only' : 'personalized_line';
  updateFindings(tx, person.id, mode, { enrichment, firstTouchLine: finding.firstTouchLine });
  if (filled.length > 0)
    updatePeople(tx, [
      { person: after, doNotContact: person.doNotContact, document: searchDocument(after) },
    ]);
  const blank = Object.fromEntries(filled.map(({ field }) => [field, null]));
  const values = Object.fromEntries(filled.map(({ field }) => [field, readPerson(after)[field]]));
  const changed = enrichment
    ? { before: { enrichment: known.enrichment }, after: { enrichment } }
    : {
        before: { firstTouchLine: known.firstTouchLine },
        after: { firstTouchLine: finding.firstTouchLine },
      };
  return {
    enrichment,
    before: { ...blank, ...changed.before },
    after: { ...values, ...changed.after },
    happenings:
      filled.length === 0
        ? []
        : [
            {
              type: 'prospect.updated',
              prospectId: person.id,
              ...changeOf(person, after, person.doNotContact),
            },
          ],
  };
}
