import type { EndpointResult, LeadResult } from '@outcrop/contract';
import { addLeads } from '../core/prospects/add-leads.ts';
import { notAProfile, notAWebsite } from '../core/prospects/normalize-fields.ts';
import type { Call } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';

type LeadsCall = Call<'postLeads', { suppression: Suppression }>;

/** Adds up to 100 leads and returns a result for each. */
export async function postLeads(call: LeadsCall): Promise<EndpointResult<'postLeads'>> {
  const { listId, listName, sourceType, onMatch, dryRun = false } = call.body;
  const batch = await addLeads(call, {
    leads: validLeads(call),
    list: { id: listId, name: listName },
    sourceType,
    onMatch,
  });
  const data = toResponse({
    ...batch,
    results: [...batch.results, ...invalidResults(call)],
    list: dryRun && batch.list?.isNew ? null : batch.list,
    dryRun,
  });
  const warnings = [
    ...batch.nonProfileIndexes.map((index) => notAProfile(['leads', index, 'linkedinUrl'])),
    ...batch.ignoredWebsiteIndexes.map((index) => notAWebsite(['leads', index, 'website'])),
  ];
  return warnings.length > 0 ? { ...data, warnings } : data;
}

/** Adds to each valid lead its index in the request. */
function validLeads({ body, invalidRows }: LeadsCall) {
  const indexes = Array.from({ length: body.leads.length + invalidRows.size }, (_, index) => index);
  const valid = indexes.filter((index) => !invalidRows.has(index));
  return body.leads.map((lead, validIndex) => ({ index: valid[validIndex]!, lead }));
}

const invalidResults = ({ invalidRows }: LeadsCall): LeadResult[] =>
  [...invalidRows].map(([index, issues]) => ({
    index,
    status: 'failed',
    reason: 'invalid',
    issues,
  }));

interface BatchOutcome {
  results: LeadResult[];
  created: { id: string }[];
  list: { id: string } | null;
  quota: EndpointResult<'postLeads'>['quota'];
  dryRun: boolean;
}

/**
 * Builds the response. In a dry run, ids of new prospects and of a new list are left out, and the
 * quota is the unchanged one.
 */
function toResponse({
  results,
  created,
  list,
  quota,
  dryRun,
}: BatchOutcome): EndpointResult<'postLeads'> {
  const temporaryIds = new Set(dryRun ? created.map(({ id }) => id) : []);
  const finalResults = results
    .map(({ prospectId, conflictIds, ...result }) => ({
      ...result,
      ...(prospectId !== undefined && !temporaryIds.has(prospectId) && { prospectId }),
      ...(conflictIds && { conflictIds: conflictIds.filter((id) => !temporaryIds.has(id)) }),
    }))
    .sort((a, b) => a.index - b.index);
  const countOf = (status: LeadResult['status']) =>
    finalResults.filter((result) => result.status === status).length;
  const [inserted, updated, skipped] = [
    countOf('inserted'),
    countOf('updated'),
    countOf('skipped'),
  ];
  return {
    received: finalResults.length,
    processed: inserted + updated + skipped,
    inserted,
    updated,
    skipped,
    failed: countOf('failed'),
    quotaBlocked: countOf('quota_blocked'),
    ...(list && { listId: list.id }),
    prospectIds: [...new Set(finalResults.flatMap(({ prospectId }) => prospectId ?? []))],
    quota: dryRun ? { ...quota, remaining: quota.remaining + created.length } : quota,
    results: finalResults,
  };
}
