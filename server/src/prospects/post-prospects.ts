import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { addLeads } from '../core/prospects/add.ts';
import { notAProfile } from '../core/prospects/not-a-profile.ts';
import { selectRecords } from '../core/search/records.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { actorOf } from '../platform/actor.ts';
import type { Call } from '../platform/http/call.ts';

/** Adds one prospect entered by hand. */
export const postProspects =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postProspects>,
  ): Promise<ManageData<'postProspects'>> => {
    const { tx } = call;
    const { listId, listName, onMatch, dryRun = false, ...lead } = call.body;
    const { results, quota, nonProfileIndexes } = await addLeads(tx, suppression, actorOf(call), {
      leads: [{ index: 0, lead }],
      list: { id: listId, name: listName },
      sourceType: 'manual',
      onMatch,
    });
    const { index: _, prospectId, ...result } = results[0]!;
    const isStored = prospectId !== undefined && !(dryRun && result.status === 'inserted');
    const data = {
      ...result,
      ...(isStored && { prospectId }),
      quota,
      ...(nonProfileIndexes.length > 0 && { warnings: [notAProfile(['linkedinUrl'])] }),
    };
    if (dryRun || !isStored) return { ...data, prospect: null };
    const [, [prospect]] = await Promise.all([tx.flush(), selectRecords(tx, [prospectId])]);
    return { ...data, prospect: prospect! };
  };
