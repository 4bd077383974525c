import type { Prospect } from '@outcrop/contract';
import type { ModelUsage } from '../core/ai/model.ts';
import type { NewEvent } from '../core/events/emit-events.ts';
import { updateEventPayload } from '../core/prospects/edit-prospect-rules.ts';
import { selectStoredFindings, updateFindings } from '../core/prospects/enrichment-findings.sql.ts';
import { type FoundProspect, updateProspects } from '../core/prospects/prospects.sql.ts';
import { toProspectFields } from '../core/search/field-rules.ts';
import type { ActorTransaction } from '../platform/caller.ts';

/** Never fill companyName: it is part of the name key. */
type FillableField = 'title' | 'website' | 'locationName';

/** A value found for a blank field of a prospect, and its source. */
export interface FilledField {
  field: FillableField;
  value: string;
  source: string;
}

export interface EnrichmentFinding {
  enrichment: Omit<NonNullable<Prospect['enrichment']>, 'completedAt' | 'filled'> | null;
  firstTouchLine: string | null;
  fields: FilledField[];
  usage: ModelUsage;
}

interface WrittenFinding {
  enrichment: Prospect['enrichment'];
  /** The changed values only. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  newEvents: NewEvent[];
}

/** Writes the findings to the locked prospect. Only blank fields are filled. */
export async function writeFinding(
  acting: ActorTransaction,
  person: FoundProspect,
  finding: EnrichmentFinding,
  now: Date,
): Promise<WrittenFinding> {
  const { tx } = acting;
  const stored = await selectStoredFindings(tx, person.id);
  const filled = finding.fields.filter(({ field }) => person[field] === null);
  const after: FoundProspect = {
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
    updateProspects(acting, [
      { before: person, prospect: after, doNotContact: person.doNotContact },
    ]);
  const blank = Object.fromEntries(filled.map(({ field }) => [field, null]));
  const values = Object.fromEntries(
    filled.map(({ field }) => [field, toProspectFields(after)[field]]),
  );
  const changed = enrichment
    ? { before: { enrichment: stored.enrichment }, after: { enrichment } }
    : {
        before: { firstTouchLine: stored.firstTouchLine },
        after: { firstTouchLine: finding.firstTouchLine },
      };
  return {
    enrichment,
    before: { ...blank, ...changed.before },
    after: { ...values, ...changed.after },
    newEvents:
      filled.length === 0
        ? []
        : [
            {
              type: 'prospect.updated',
              prospectId: person.id,
              ...updateEventPayload(person, after, person.doNotContact),
            },
          ],
  };
}
