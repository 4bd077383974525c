import type { ApiWarning } from '@outcrop/contract';
import { linkedinKey } from '@outcrop/contract/identity';
import type { OperationContext } from '../../platform/caller.ts';
import { notFound } from '../../platform/error.ts';
import { rejectIfStale } from '../../platform/stale-edit.ts';
import { throwIfInvalid } from '../../platform/validation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endEnrollments } from '../campaigns/end-enrollments.sql.ts';
import { emitEvents, type NewEvent } from '../events/emit-events.ts';
import type { Membership } from '../lists-and-tags/memberships.sql.ts';
import { type ProspectFields, withKeys } from '../search/field-rules.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import {
  applyEdit,
  editProblems,
  identityFields,
  type ProspectEdit,
  previousValues,
  updateEventPayload,
} from './edit-prospect-rules.ts';
import { normalizeFields, notAProfile } from './normalize-fields.ts';
import {
  type FoundProspect,
  lockProspectsById,
  selectKeyHolders,
  updateProspects,
} from './prospects.sql.ts';

/** Edits a prospect, unless it was changed after `ifUpdatedAt`. Returns warnings. */
export async function editProspect(
  scope: OperationContext<{ suppression: Suppression }>,
  prospectId: string,
  edit: ProspectEdit,
  ifUpdatedAt?: string,
): Promise<ApiWarning[]> {
  const { tx, deps } = scope;
  // Changing an identity field needs the usage-row lock, like adding prospects.
  const [, [before]] = await Promise.all([
    identityFields.some((field) => edit[field] !== undefined) ? lockUsage(tx) : null,
    lockProspectsById(tx, [prospectId]),
  ]);
  if (!before) throw notFound('prospect', prospectId);
  rejectIfStale('prospect', before, ifUpdatedAt);

  const after = withKeys(applyEdit(before, normalizeFields(edit)));
  const fields = Object.keys(previousValues(before, after));
  const isNotProfile = edit.linkedinUrl && linkedinKey(edit.linkedinUrl) === null;
  const warnings = isNotProfile ? [notAProfile(['linkedinUrl'])] : [];
  if (fields.length === 0) return warnings;

  const [holders, isSuppressed] = await Promise.all([
    selectKeyHolders(tx, after, [prospectId]),
    deps.suppression.lookUp(tx, [after]),
  ]);
  throwIfInvalid(editProblems(edit, after, holders));

  const doNotContact = before.doNotContact || isSuppressed(after);
  updateProspects(scope, [{ before, prospect: after, doNotContact }]);
  if (doNotContact) deps.suppression.add(tx, [after]);
  if (doNotContact && !before.doNotContact) endEnrollments(tx, [prospectId], 'suppressed');
  emitEvents(scope, updateEvents(before, after, doNotContact));
  recordAudit(scope, { action: 'prospect.edited', target: prospectId, detail: { fields } });
  return warnings;
}

/** Events for an edited or merged prospect; none if nothing changed. */
export function updateEvents(
  before: FoundProspect,
  after: ProspectFields,
  doNotContact: boolean,
): NewEvent[] {
  const about = { prospectId: before.id };
  const change = updateEventPayload(before, after, doNotContact);
  const newEvents: NewEvent[] = [];
  if (Object.keys(change.previous).length > 0)
    newEvents.push({ type: 'prospect.updated', ...about, ...change });
  if (doNotContact && !before.doNotContact)
    newEvents.push({ type: 'prospect.suppressed', ...about, data: about });
  return newEvents;
}

/** The event of a merge that gives an owner to a prospect without one. */
export const ownerChangedEvent = (prospectId: string, ownerId: string | null): NewEvent => ({
  type: 'prospect.owner_changed',
  prospectId,
  data: { prospectId, ownerId },
  previous: { ownerId: null },
});

export function membershipAddedEvent(prospectId: string, { kind, id, name }: Membership): NewEvent {
  const [about, listTagOrCampaign] = [{ prospectId }, { id, name }];
  switch (kind) {
    case 'list':
      return { type: 'list.member_added', ...about, data: { ...about, list: listTagOrCampaign } };
    case 'tag':
      return { type: 'prospect.tagged', ...about, data: { ...about, tag: listTagOrCampaign } };
    case 'campaign':
      return {
        type: 'campaign.enrolled',
        ...about,
        data: { ...about, campaign: listTagOrCampaign },
      };
  }
}
