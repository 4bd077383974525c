import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { cancelEnrichments } from '../core/enrichment/cancel.ts';
import { emit } from '../core/events/emit.ts';
import { changeCounts } from '../core/lists-and-tags/counts.ts';
import { reassignDuplicate, reassignLinkedinKeys } from '../core/prospects/duplicates.sql.ts';
import { membershipAddedEvent, updateEvents } from '../core/prospects/edit-events.ts';
import { droppedIdentifiers, mergeFields } from '../core/prospects/edit-rules.ts';
import { withKeys } from '../core/prospects/keys.ts';
import { mergeRecords, selectMemberships } from '../core/prospects/merge.sql.ts';
import {
  type FoundProspect,
  lockProspectsById,
  selectKeyHolders,
  updateProspects,
} from '../core/prospects/prospects.sql.ts';
import { selectRecords } from '../core/search/records.sql.ts';
import { needsReindex, searchDocument } from '../core/search/words.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { actorOf } from '../platform/actor.ts';
import { ApiError, invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';

/** Merges two prospects into one. */
export const postProspectsMerge =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postProspectsMerge>,
  ): Promise<ManageData<'postProspectsMerge'>> => {
    const { tx } = call;
    const { keepId, mergeId } = call.body;

    const [, prospects] = await Promise.all([
      lockUsage(tx),
      lockProspectsById(tx, [keepId, mergeId]),
    ]);
    const [before, other] = [keepId, mergeId].map((id) => prospects.find((each) => each.id === id));
    if (!before || !other) throw prospectsNotFound([keepId, mergeId], prospects);

    const after = mergeProspects(before, other);
    // Separate statements after the locks, so that they see the current state.
    const [[conflicting], memberships] = await Promise.all([
      selectKeyHolders(tx, after, [keepId, mergeId]),
      selectMemberships(tx, keepId, mergeId),
      cancelEnrichments(tx, [mergeId]),
    ]);
    if (conflicting)
      throw invalid(
        'mergeId',
        `would give keepId the same name and company as prospect ${conflicting.id}, with no email or LinkedIn profile to tell them apart; merge that one into keepId first`,
      );
    const doNotContact = before.doNotContact || other.doNotContact;
    const changes = updateEvents(before, after, doNotContact);
    const newMemberships = memberships.filter(({ isShared }) => !isShared);

    reassignLinkedinKeys(tx, [mergeId], keepId);
    if (before.linkedinUrl === null) reassignDuplicate(tx, mergeId, keepId);
    mergeRecords(tx, mergeId, keepId, newMemberships);
    if (changes.length > 0) {
      const document = needsReindex(before, after) && { document: searchDocument(after) };
      updateProspects(tx, [{ prospect: after, doNotContact, ...document }]);
    }
    // Both are the same person, so the other's identifiers are suppressed too.
    if (doNotContact) suppression.add(tx, [after, other]);
    emit(tx, actorOf(call), [
      ...changes,
      ...newMemberships.map((membership) => membershipAddedEvent(keepId, membership)),
      { type: 'prospect.deleted', prospectId: keepId, data: { prospectId: mergeId } },
    ]);
    record(tx, actorOf(call), { action: 'prospect.merged', target: keepId, detail: { mergeId } });
    const [, [prospect]] = await Promise.all([tx.flush(), selectRecords(tx, [keepId])]);
    changeCounts(tx, [
      { kind: 'stage', key: other.stage, by: -1 },
      ...memberships
        .filter(({ isShared }) => isShared)
        .map(({ kind, id }) => ({ kind, key: id, by: -1 })),
    ]);
    return { prospect: prospect!, mergedId: mergeId, ignored: droppedIdentifiers(after, other) };
  };

/** The merged record. It takes the profile key only if no third prospect has it. */
function mergeProspects(before: FoundProspect, other: FoundProspect): FoundProspect {
  const after = withKeys(mergeFields(before, other));
  const ownsKey = [before.linkedinKey, other.linkedinKey].includes(after.linkedinKey);
  return ownsKey ? after : { ...after, linkedinKey: before.linkedinKey };
}

function prospectsNotFound(requestedIds: string[], found: { id: string }[]): ApiError {
  const missing = requestedIds.filter((id) => !found.some((prospect) => prospect.id === id));
  const message =
    missing.length === 1
      ? 'There is no prospect with this id in the workspace. Check the id.'
      : 'There are no prospects with these ids in the workspace. Check the ids.';
  return new ApiError('not_found', message, { notFound: missing });
}
