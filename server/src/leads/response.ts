import type { EndpointResult, LeadResult } from '@outcrop/contract';

interface BatchOutcome {
  results: LeadResult[];
  created: { id: string }[];
  listId: string | null;
  quota: EndpointResult<'postLeads'>['quota'];
  dryRun: boolean;
}

/** Builds the response. In a dry run, ids of new prospects and of a new list are left out. */
export function toResponse({
  results,
  created,
  listId,
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
    listId,
    prospectIds: [...new Set(finalResults.flatMap(({ prospectId }) => prospectId ?? []))],
    quota,
    results: finalResults,
  };
}
