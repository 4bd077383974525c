import type { OperationContext } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/index.ts';
import { type ApiError, invalidField, notFound } from '../../platform/error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { markEmailResults } from '../campaigns/email-results.sql.ts';
import { endEnrollments } from '../campaigns/end-enrollments.sql.ts';
import { combineEnrollments, handOverEnrollments } from '../campaigns/hand-over-enrollments.ts';
import { cancelEnrichments, handOverEnrichments } from '../enrichment/enrichments.ts';
import { emitEvents } from '../events/emit-events.ts';
import { handOverEvents } from '../events/prospect-activity.sql.ts';
import { handOverFollowUps } from '../follow-ups/hand-over-follow-ups.ts';
import { handOverConversations } from '../inbox/hand-over-conversations.ts';
import {
  changeCounts,
  compareMemberships,
  handOverMemberships,
  type Membership,
} from '../lists-and-tags/memberships.sql.ts';
import { handOverNotes } from '../notes/stored-notes.sql.ts';
import { handOverNotifications } from '../notifications/notify-users.sql.ts';
import { withKeys } from '../search/field-rules.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { lockExistingMembers } from '../workspaces/members.sql.ts';
import { membershipAddedEvent, ownerChangedEvent, updateEvents } from './edit-prospect.ts';
import { droppedIdentifiers, mergeFields } from './edit-prospect-rules.ts';
import { mergeFindings } from './enrichment-findings.sql.ts';
import {
  deleteProspects,
  type FoundProspect,
  lockProspectsById,
  selectKeyHolders,
  setOwner,
  updateProspects,
} from './prospects.sql.ts';

/**
 * Merges the prospect `mergeId` into `keepId`. Returns the identifiers of the merged prospect that the
 * kept one does not take over.
 */
export async function mergeProspects(
  scope: OperationContext<{ suppression: Suppression }>,
  { keepId, mergeId }: { keepId: string; mergeId: string },
): Promise<('email' | 'linkedinUrl')[]> {
  const { tx, deps } = scope;
  const [, prospects] = await Promise.all([
    lockUsage(tx),
    lockProspectsById(tx, [keepId, mergeId]),
  ]);
  const [before, other] = [keepId, mergeId].map((id) => prospects.find((each) => each.id === id));
  if (!before || !other) throw prospectsNotFound([keepId, mergeId], prospects);

  const after = mergedRecord(before, other);
  // Separate statements after the locks, so that they see the current state.
  const [[conflicting], memberships, [inheritedOwner]] = await Promise.all([
    selectKeyHolders(tx, after, [keepId, mergeId]),
    compareMemberships(tx, mergeId, keepId),
    lockExistingMembers(tx, other.ownerId === null ? [] : [other.ownerId]),
    cancelEnrichments(tx, [mergeId]),
  ]);
  if (conflicting)
    throw invalidField(
      'mergeId',
      `would give keepId the same name and company as prospect ${conflicting.id}, with no email or LinkedIn profile to tell them apart; merge that one into keepId first`,
    );
  const doNotContact = before.doNotContact || other.doNotContact;
  const changes = updateEvents(before, after, doNotContact);
  const newMemberships = memberships.filter(({ isShared }) => !isShared);
  const sharedCampaigns = memberships.filter(
    ({ kind, isShared }) => kind === 'campaign' && isShared,
  );
  await combineEnrollments(
    tx,
    sharedCampaigns.map(({ id }) => id),
    { from: mergeId, to: keepId },
  );

  handOver(tx, newMemberships, { from: mergeId, to: keepId });
  mergeFindings(tx, mergeId, keepId);
  deleteProspects(tx, [other]);
  markEmailResults(tx, [keepId]);
  const ownerId = before.ownerId ?? inheritedOwner ?? null;
  if (ownerId !== before.ownerId) setOwner(scope, ownerId, [keepId]);
  if (changes.length > 0) updateProspects(scope, [{ before, prospect: after, doNotContact }]);
  // Both are the same person, so the other's identifiers are suppressed too.
  if (doNotContact) {
    deps.suppression.add(tx, [after, other]);
    endEnrollments(tx, [keepId], 'suppressed');
  }
  emitEvents(scope, [
    ...changes,
    ...(ownerId === before.ownerId ? [] : [ownerChangedEvent(keepId, ownerId)]),
    ...newMemberships.map((membership) => membershipAddedEvent(keepId, membership)),
    {
      type: 'prospect.deleted',
      prospectId: keepId,
      data: { prospectId: mergeId, mergedInto: keepId },
    },
  ]);
  recordAudit(scope, { action: 'prospect.merged', target: keepId, detail: { mergeId } });
  changeCounts(tx, [
    { kind: 'stage', key: other.stage, by: -1 },
    ...memberships
      .filter(({ isShared }) => isShared)
      .map(({ kind, id }) => ({ kind, key: id, by: -1 })),
  ]);
  return droppedIdentifiers(after, other);
}

/** Moves everything that belongs to a prospect. Shared memberships are deleted with it. */
function handOver(tx: Tx, memberships: Membership[], between: { from: string; to: string }): void {
  const idsOf = (kind: Membership['kind']) =>
    memberships.filter((membership) => membership.kind === kind).map(({ id }) => id);
  handOverMemberships(tx, 'list', idsOf('list'), between);
  handOverMemberships(tx, 'tag', idsOf('tag'), between);
  handOverEnrollments(tx, idsOf('campaign'), between);
  handOverConversations(tx, between);
  handOverEnrichments(tx, between);
  handOverNotes(tx, between);
  handOverFollowUps(tx, between);
  handOverNotifications(tx, between);
  handOverEvents(tx, between);
}

/** The merged record. It takes the profile key only if no third prospect has it. */
function mergedRecord(before: FoundProspect, other: FoundProspect): FoundProspect {
  const after = withKeys(mergeFields(before, other));
  const ownsKey = [before.linkedinKey, other.linkedinKey].includes(after.linkedinKey);
  return ownsKey ? after : { ...after, linkedinKey: before.linkedinKey };
}

function prospectsNotFound(requestedIds: string[], lockedProspects: { id: string }[]): ApiError {
  const missing = requestedIds.filter(
    (id) => !lockedProspects.some((prospect) => prospect.id === id),
  );
  return notFound('prospect', ...missing);
}
