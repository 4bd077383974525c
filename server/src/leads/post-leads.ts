import type { endpoints, LeadResult, ResponseData } from '@outcrop/contract';
import { notAProfile } from '../people/not-a-profile.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { addPeople } from './add-people.ts';
import { answerOf } from './answer.ts';

type PostLeads = Call<typeof endpoints.postLeads>;

/** Takes up to a hundred people and says what became of each. */
export const postLeads =
  (suppression: Suppression) =>
  async (call: PostLeads): Promise<ResponseData<'postLeads'>> => {
    const { body, tx } = call;
    const { listId, listName, sourceType, onMatch, dryRun = false } = body;
    const added = await addPeople(tx, suppression, causeOf(call), {
      leads: validLeads(call),
      list: { id: listId, name: listName },
      sourceType,
      onMatch,
    });
    const data = answerOf({
      ...added,
      results: [...added.results, ...invalidResults(call)],
      listId: added.list && !(dryRun && added.list.isNew) ? added.list.id : null,
      dryRun,
    });
    const warnings = added.notProfiles.map((index) => notAProfile(['leads', index, 'linkedinUrl']));
    return warnings.length > 0 ? { ...data, warnings } : data;
  };

/** The leads that can be served, each with its place in the request. */
function validLeads({ body, invalidRows }: PostLeads) {
  const places = Array.from({ length: body.leads.length + invalidRows.size }, (_, place) => place);
  const valid = places.filter((place) => !invalidRows.has(place));
  return body.leads.map((lead, n) => ({ index: valid[n]!, lead }));
}

const invalidResults = ({ invalidRows }: PostLeads): LeadResult[] =>
  [...invalidRows].map(([index, issues]) => ({
    index,
    status: 'failed',
    reason: 'invalid',
    issues,
  }));
