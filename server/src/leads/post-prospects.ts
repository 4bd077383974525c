import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { notAProfile } from '../people/not-a-profile.ts';
import { selectRecords } from '../people/records.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { addPeople } from './add-people.ts';

/** Takes one person whom somebody has entered by hand. */
export const postProspects =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postProspects>,
  ): Promise<ManageData<'postProspects'>> => {
    const { tx } = call;
    const { listId, listName, onMatch, dryRun = false, ...lead } = call.body;
    const { results, quota, notProfiles } = await addPeople(tx, suppression, causeOf(call), {
      leads: [{ index: 0, lead }],
      list: { id: listId, name: listName },
      sourceType: 'manual',
      onMatch,
    });
    const { index: _, prospectId, ...result } = results[0]!;
    const isKept = prospectId !== undefined && !(dryRun && result.status === 'inserted');
    const told = {
      ...result,
      ...(isKept && { prospectId }),
      quota,
      ...(notProfiles.length > 0 && { warnings: [notAProfile(['linkedinUrl'])] }),
    };
    if (dryRun || !isKept) return { ...told, prospect: null };
    const [, [prospect]] = await Promise.all([tx.flush(), selectRecords(tx, [prospectId])]);
    return { ...told, prospect: prospect! };
  };
