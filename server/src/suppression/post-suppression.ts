import type { ManageResult } from '@outcrop/contract';
import { suppressAddresses } from '../core/prospects/suppress-addresses.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { addressesOf, uniqueAddresses } from './suppression-addresses.ts';

type SuppressionCall = ManageCall<'postSuppression', { suppression: Suppression }>;

/** Suppresses addresses, including those that no prospect has yet. */
export const postSuppression = (call: SuppressionCall) => changeSuppression(call, true);

/** Removes the suppression of addresses and of the prospects that have them. */
export const postSuppressionRemove = (call: SuppressionCall) => changeSuppression(call, false);

async function changeSuppression(
  call: SuppressionCall,
  doNotContact: boolean,
): Promise<ManageResult<'postSuppression'>> {
  const addresses = uniqueAddresses(addressesOf(call.body));
  const { affected, prospectIds } = await suppressAddresses(call, addresses, doNotContact);
  return {
    requested: addresses.length,
    affected,
    unchanged: addresses.length - affected,
    prospectIds,
  };
}
