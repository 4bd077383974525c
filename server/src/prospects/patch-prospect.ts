import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { linkedinKey } from '@outcrop/contract/identity';
import { record } from '../audit/record.ts';
import { emit } from '../events/emit.ts';
import { cleaned } from '../people/clean.ts';
import { handOnKeys } from '../people/duplicates.ts';
import { rekeyed } from '../people/keys.ts';
import { notAProfile } from '../people/not-a-profile.ts';
import { whatChanged } from '../people/person.ts';
import { selectRecords } from '../people/records.ts';
import { edited, identifying, problemsWith } from '../people/rules.ts';
import { isSearchedAnew, searchDocument } from '../people/search-text.ts';
import { type FoundPerson, lockPeople, selectHolders, updatePeople } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import { invalid, noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { refuseInvalid } from '../platform/http/validation.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { changesOf } from './happenings.ts';

/** Corrects what is known about a person. */
export const patchProspect =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.patchProspect>,
  ): Promise<ManageData<'patchProspect'>> => {
    const { body, tx } = call;
    const { prospectId } = call.params;

    // Who may change by what people are recognised holds the usage row, as who adds them does.
    const [, [before]] = await Promise.all([
      identifying.some((field) => body[field] !== undefined) ? lockUsage(tx) : null,
      lockPeople(tx, [prospectId]),
    ]);
    if (!before) throw noSuch('prospect', prospectId);
    refuseStale(before, body.ifUpdatedAt);

    const after = rekeyed(before, edited(before, cleaned(body)));
    const fields = Object.keys(whatChanged(before, after));
    const isNoProfile = body.linkedinUrl && linkedinKey(body.linkedinUrl) === null;
    const notes = isNoProfile ? { warnings: [notAProfile(['linkedinUrl'])] } : {};
    if (fields.length === 0)
      return { prospect: (await selectRecords(tx, [prospectId]))[0]!, ...notes };

    const [holders, isRemembered] = await Promise.all([
      selectHolders(tx, after, [prospectId]),
      suppression.lookUp(tx, [after]),
    ]);
    refuseInvalid(problemsWith(body, after, holders));

    const doNotContact = before.doNotContact || isRemembered(after);
    const document = isSearchedAnew(before, after) && { document: searchDocument(after) };
    if (after.linkedinUrl !== before.linkedinUrl) handOnKeys(tx, [prospectId]);
    updatePeople(tx, [{ person: after, doNotContact, ...document }]);
    if (doNotContact) suppression.remember(tx, [after]);
    emit(tx, causeOf(call), changesOf(before, after, doNotContact));
    record(tx, causeOf(call), {
      action: 'prospect.edited',
      target: prospectId,
      detail: { fields },
    });
    const [, [prospect]] = await Promise.all([tx.flush(), selectRecords(tx, [prospectId])]);
    return { prospect: prospect!, ...notes };
  };

/** Two people who edit the same record: whoever is later is told, and overwrites nothing unseen. */
function refuseStale({ updatedAt }: FoundPerson, ifUpdatedAt: string | undefined): void {
  if (ifUpdatedAt === undefined || Date.parse(ifUpdatedAt) === updatedAt.getTime()) return;
  throw invalid(
    'ifUpdatedAt',
    `is out of date: this prospect last changed on ${updatedAt.toISOString()}; read it again, then repeat the edit`,
  );
}
