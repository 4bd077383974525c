import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { linkedinKey } from '@outcrop/contract/identity';
import { record } from '../core/audit/record.ts';
import { emit } from '../core/events/emit.ts';
import { reassignLinkedinKeys } from '../core/prospects/duplicates.sql.ts';
import { updateEvents } from '../core/prospects/edit-events.ts';
import { applyEdit, editProblems, identityFields } from '../core/prospects/edit-rules.ts';
import { withKeysAfterEdit } from '../core/prospects/keys.ts';
import { normalizeFields } from '../core/prospects/normalize.ts';
import { notAProfile } from '../core/prospects/not-a-profile.ts';
import {
  type FoundProspect,
  lockProspectsById,
  selectKeyHolders,
  updateProspects,
} from '../core/prospects/prospects.sql.ts';
import { previousValues } from '../core/search/prospect-fields.ts';
import { selectRecords } from '../core/search/records.sql.ts';
import { needsReindex, searchDocument } from '../core/search/words.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { actorOf } from '../platform/actor.ts';
import { invalid, notFound } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { throwIfInvalid } from '../platform/http/validation.ts';

/** Edits a prospect. */
export const patchProspect =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.patchProspect>,
  ): Promise<ManageData<'patchProspect'>> => {
    const { body, tx } = call;
    const { prospectId } = call.params;

    // Changing an identity field needs the usage-row lock, like adding prospects.
    const [, [before]] = await Promise.all([
      identityFields.some((field) => body[field] !== undefined) ? lockUsage(tx) : null,
      lockProspectsById(tx, [prospectId]),
    ]);
    if (!before) throw notFound('prospect', prospectId);
    rejectIfStale(before, body.ifUpdatedAt);

    const after = withKeysAfterEdit(before, applyEdit(before, normalizeFields(body)));
    const fields = Object.keys(previousValues(before, after));
    const isNotProfile = body.linkedinUrl && linkedinKey(body.linkedinUrl) === null;
    const warnings = isNotProfile ? { warnings: [notAProfile(['linkedinUrl'])] } : {};
    if (fields.length === 0)
      return { prospect: (await selectRecords(tx, [prospectId]))[0]!, ...warnings };

    const [holders, isSuppressed] = await Promise.all([
      selectKeyHolders(tx, after, [prospectId]),
      suppression.lookUp(tx, [after]),
    ]);
    throwIfInvalid(editProblems(body, after, holders));

    const doNotContact = before.doNotContact || isSuppressed(after);
    const document = needsReindex(before, after) && { document: searchDocument(after) };
    if (after.linkedinUrl !== before.linkedinUrl) reassignLinkedinKeys(tx, [prospectId]);
    updateProspects(tx, [{ prospect: after, doNotContact, ...document }]);
    if (doNotContact) suppression.add(tx, [after]);
    emit(tx, actorOf(call), updateEvents(before, after, doNotContact));
    record(tx, actorOf(call), {
      action: 'prospect.edited',
      target: prospectId,
      detail: { fields },
    });
    const [, [prospect]] = await Promise.all([tx.flush(), selectRecords(tx, [prospectId])]);
    return { prospect: prospect!, ...warnings };
  };

/** Rejects an edit based on an outdated version. */
function rejectIfStale({ updatedAt }: FoundProspect, ifUpdatedAt: string | undefined): void {
  if (ifUpdatedAt === undefined || Date.parse(ifUpdatedAt) === updatedAt.getTime()) return;
  throw invalid(
    'ifUpdatedAt',
    `is out of date: the prospect was last changed on ${updatedAt.toISOString()}; reload it and repeat the edit`,
  );
}
