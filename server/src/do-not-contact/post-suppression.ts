import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { emit, type Happening } from '../events/emit.ts';
import { lockByKeys, updatePeople } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { addressesOf, keysOf } from './addresses.ts';
import { distinct } from './rules.ts';

type Change = Call<typeof manageEndpoints.postSuppression>;
type Changed = ManageData<'postSuppression'>;

/** Marks whoever has one of the addresses, and remembers those that nobody has yet. */
export const postSuppression = (suppression: Suppression) => (call: Change) =>
  change(suppression, call, true);

/** Lifts the mark of whoever has one of the addresses, and forgets all they are known by. */
export const postSuppressionRemove = (suppression: Suppression) => (call: Change) =>
  change(suppression, call, false);

async function change(
  suppression: Suppression,
  call: Change,
  doNotContact: boolean,
): Promise<Changed> {
  const { tx } = call;
  const addresses = distinct(addressesOf(call.body));
  // Whoever imports people holds this row while it asks who is remembered, and then adds them.
  const [, owners, isRemembered] = await Promise.all([
    lockUsage(tx),
    lockByKeys(tx, { ...keysOf(addresses), name: [] }),
    suppression.lookUp(tx, addresses),
  ]);
  const changed = owners.filter((person) => person.doNotContact !== doNotContact);
  const affected = addresses.filter((address) => isRemembered(address) !== doNotContact);

  updatePeople(
    tx,
    changed.map((person) => ({ person, doNotContact })),
  );
  if (doNotContact) suppression.remember(tx, [...affected, ...changed]);
  else suppression.forget(tx, [...affected, ...changed]);
  emit(
    tx,
    causeOf(call),
    changed.map(({ id: prospectId }): Happening => {
      const type = doNotContact ? 'prospect.suppressed' : 'prospect.unsuppressed';
      return { type, prospectId, data: { prospectId } };
    }),
  );
  if (affected.length > 0)
    record(tx, causeOf(call), {
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
