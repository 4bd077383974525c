import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { changeCounts } from '../counts/change-counts.ts';
import { emit } from '../events/emit.ts';
import { handOnDuplicate, handOnKeys } from '../people/duplicates.ts';
import { keyed } from '../people/keys.ts';
import { handOver, selectPlaces } from '../people/merge.ts';
import { selectRecords } from '../people/records.ts';
import { notTaken, united } from '../people/rules.ts';
import { isSearchedAnew, searchDocument } from '../people/search-text.ts';
import { type FoundPerson, lockPeople, selectHolders, updatePeople } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import { ApiError, invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { endWorkOn } from '../usage/end-work.ts';
import { lockUsage } from '../usage/quota.ts';
import { changesOf, gainOf } from './happenings.ts';

/** Makes one person out of two records. */
export const postProspectsMerge =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postProspectsMerge>,
  ): Promise<ManageData<'postProspectsMerge'>> => {
    const { tx } = call;
    const { keepId, mergeId } = call.body;

    const [, people] = await Promise.all([lockUsage(tx), lockPeople(tx, [keepId, mergeId])]);
    const [before, other] = [keepId, mergeId].map((id) => people.find((each) => each.id === id));
    if (!before || !other) throw noProspects([keepId, mergeId], people);

    const after = joined(before, other);
    // Behind the locks, in statements of their own: nobody changes any of it now.
    const [[third], places] = await Promise.all([
      selectHolders(tx, after, [keepId, mergeId]),
      selectPlaces(tx, keepId, mergeId),
      endWorkOn(tx, [mergeId]),
    ]);
    if (third)
      throw invalid(
        'mergeId',
        `would leave keepId with the name and company of the prospect ${third.id}, and nothing else to tell them apart; merge that one into keepId first`,
      );
    const doNotContact = before.doNotContact || other.doNotContact;
    const changes = changesOf(before, after, doNotContact);
    const gained = places.filter(({ isShared }) => !isShared);

    handOnKeys(tx, [mergeId], keepId);
    if (before.linkedinUrl === null) handOnDuplicate(tx, mergeId, keepId);
    handOver(tx, mergeId, keepId, gained);
    if (changes.length > 0) {
      const document = isSearchedAnew(before, after) && { document: searchDocument(after) };
      updatePeople(tx, [{ person: after, doNotContact, ...document }]);
    }
    // They are one person: what the other was known by is not to be contacted either.
    if (doNotContact) suppression.remember(tx, [after, other]);
    emit(tx, causeOf(call), [
      ...changes,
      ...gained.map((place) => gainOf(keepId, place)),
      { type: 'prospect.deleted', prospectId: keepId, data: { prospectId: mergeId } },
    ]);
    record(tx, causeOf(call), { action: 'prospect.merged', target: keepId, detail: { mergeId } });
    const [, [prospect]] = await Promise.all([tx.flush(), selectRecords(tx, [keepId])]);
    changeCounts(tx, [
      { kind: 'stage', key: other.stage, by: -1 },
      ...places
        .filter(({ isShared }) => isShared)
        .map(({ kind, id }) => ({ kind, key: id, by: -1 })),
    ]);
    return { prospect: prospect!, mergedId: mergeId, ignored: notTaken(after, other) };
  };

/** One record out of two, with the key of its profile unless a third record has it. */
function joined(before: FoundPerson, other: FoundPerson): FoundPerson {
  const after = keyed(united(before, other));
  const isTheirs = [before.linkedinKey, other.linkedinKey].includes(after.linkedinKey);
  return isTheirs ? after : { ...after, linkedinKey: before.linkedinKey };
}

function noProspects(wanted: string[], found: { id: string }[]): ApiError {
  const missing = wanted.filter((id) => !found.some((person) => person.id === id));
  const message =
    missing.length === 1
      ? 'There is no prospect with this id in the workspace. Check the id.'
      : 'There are no prospects with these ids in the workspace. Check the ids.';
  return new ApiError('not_found', message, { notFound: missing });
}
