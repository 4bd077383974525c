import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { emit, type NewEvent } from '../core/events/emit.ts';
import { lockProspectsByKeys, updateProspects } from '../core/prospects/prospects.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { actorOf } from '../platform/actor.ts';
import type { Call } from '../platform/http/call.ts';
import { addressesOf, keysOf } from './addresses.ts';
import { uniqueAddresses } from './rules.ts';

type Change = Call<typeof manageEndpoints.postSuppression>;
type Changed = ManageData<'postSuppression'>;

/** Suppresses addresses, including those that no prospect has yet. */
export const postSuppression = (suppression: Suppression) => (call: Change) =>
  changeSuppression(suppression, call, true);

/** Removes the suppression of addresses and of the prospects that have them. */
export const postSuppressionRemove = (suppression: Suppression) => (call: Change) =>
  changeSuppression(suppression, call, false);

async function changeSuppression(
  suppression: Suppression,
  call: Change,
  doNotContact: boolean,
): Promise<Changed> {
  const { tx } = call;
  const addresses = uniqueAddresses(addressesOf(call.body));
  // Adding leads holds this lock while it looks up suppressions and inserts prospects.
  const [, owners, isSuppressed] = await Promise.all([
    lockUsage(tx),
    lockProspectsByKeys(tx, { ...keysOf(addresses), name: [] }),
    suppression.lookUp(tx, addresses),
  ]);
  const changed = owners.filter((prospect) => prospect.doNotContact !== doNotContact);
  const affected = addresses.filter((address) => isSuppressed(address) !== doNotContact);

  updateProspects(
    tx,
    changed.map((prospect) => ({ prospect, doNotContact })),
  );
  if (doNotContact) suppression.add(tx, [...affected, ...changed]);
  else suppression.remove(tx, [...affected, ...changed]);
  emit(
    tx,
    actorOf(call),
    changed.map(({ id: prospectId }): NewEvent => {
      const type = doNotContact ? 'prospect.suppressed' : 'prospect.unsuppressed';
      return { type, prospectId, data: { prospectId } };
    }),
  );
  if (affected.length > 0)
    record(tx, actorOf(call), {
      action: doNotContact ? 'suppression.added' : 'suppression.removed',
      target: null,
      detail: { addresses: affected.length, prospects: changed.length },
    });
  return {
    requested: addresses.length,
    affected: affected.length,
    unchanged: addresses.length - affected.length,
    prospectIds: changed.map(({ id }) => id),
  };
}
