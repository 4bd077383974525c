import type { Warning } from '@outcrop/contract';
import { linkedinKey } from '@outcrop/contract/identity';
import { notFound } from '../../platform/error.ts';
import type { Scope } from '../../platform/scope.ts';
import { rejectIfStale } from '../../platform/stale-edit.ts';
import { throwIfInvalid } from '../../platform/validation.ts';
import { record } from '../audit/record.ts';
import { endEnrollments } from '../campaigns/stop-enrollments.sql.ts';
import { emit } from '../events/emit.ts';
import { withKeys } from '../search/field-rules.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { previousValues } from './change-rules.ts';
import { updateEvents } from './edit-events.ts';
import { applyEdit, type Edit, editProblems, identityFields } from './edit-rules.ts';
import { normalizeFields } from './normalize.ts';
import { notAProfile } from './not-a-profile.ts';
import { lockProspectsById, selectKeyHolders, updateProspects } from './prospects.sql.ts';

/** Edits a prospect, unless it was changed after `ifUpdatedAt`. Returns warnings. */
export async function editProspect(
  scope: Scope<{ suppression: Suppression }>,
  prospectId: string,
  edit: Edit,
  ifUpdatedAt?: string,
): Promise<Warning[]> {
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
  emit(scope, updateEvents(before, after, doNotContact));
  record(scope, { action: 'prospect.edited', target: prospectId, detail: { fields } });
  return warnings;
}
