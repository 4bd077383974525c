import type { EndpointResult, LeadResult } from '@outcrop/contract';
import { addLeads } from '../core/prospects/add.ts';
import { notAProfile } from '../core/prospects/not-a-profile.ts';
import type { Call } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { toResponse } from './response.ts';

type PostLeads = Call<'postLeads', { suppression: Suppression }>;

/** Adds up to 100 leads and returns a result for each. */
export async function postLeads(call: PostLeads): Promise<EndpointResult<'postLeads'>> {
  const { listId, listName, sourceType, onMatch, dryRun = false } = call.body;
  const added = await addLeads(call, {
    leads: validLeads(call),
    list: { id: listId, name: listName },
    sourceType,
    onMatch,
  });
  const data = toResponse({
    ...added,
    results: [...added.results, ...invalidResults(call)],
    listId: added.list && !(dryRun && added.list.isNew) ? added.list.id : null,
    dryRun,
  });
  const warnings = added.nonProfileIndexes.map((index) =>
    notAProfile(['leads', index, 'linkedinUrl']),
  );
  return warnings.length > 0 ? { ...data, warnings } : data;
}

/** The valid leads, each with its index in the request. */
function validLeads({ body, invalidRows }: PostLeads) {
  const indexes = Array.from({ length: body.leads.length + invalidRows.size }, (_, index) => index);
  const valid = indexes.filter((index) => !invalidRows.has(index));
  return body.leads.map((lead, n) => ({ index: valid[n]!, lead }));
}

const invalidResults = ({ invalidRows }: PostLeads): LeadResult[] =>
  [...invalidRows].map(([index, issues]) => ({
    index,
    status: 'failed',
    reason: 'invalid',
    issues,
  }));
