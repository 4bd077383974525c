import type { LeadResult, ResponseData } from '@outcrop/contract';

interface Outcome {
  results: LeadResult[];
  created: { id: string }[];
  listId: string | null;
  quota: ResponseData<'postLeads'>['quota'];
  dryRun: boolean;
}

/** The account of a batch. In a dry run, new people and a new list have no id that would last. */
export function answerOf({
  results,
  created,
  listId,
  quota,
  dryRun,
}: Outcome): ResponseData<'postLeads'> {
  const passing = new Set(dryRun ? created.map(({ id }) => id) : []);
  const told = results
    .map(({ prospectId, conflictIds, ...result }) => ({
      ...result,
      ...(prospectId !== undefined && !passing.has(prospectId) && { prospectId }),
      ...(conflictIds && { conflictIds: conflictIds.filter((id) => !passing.has(id)) }),
    }))
    .sort((a, b) => a.index - b.index);
  const countOf = (status: LeadResult['status']) =>
    told.filter((result) => result.status === status).length;
  const [inserted, updated, skipped] = [
    countOf('inserted'),
    countOf('updated'),
    countOf('skipped'),
  ];
  return {
    received: told.length,
    processed: inserted + updated + skipped,
    inserted,
    updated,
    skipped,
    failed: countOf('failed'),
    quotaBlocked: countOf('quota_blocked'),
    listId,
    prospectIds: [...new Set(told.flatMap(({ prospectId }) => prospectId ?? []))],
    quota,
    results: told,
  };
}
