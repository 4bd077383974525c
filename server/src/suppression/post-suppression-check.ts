import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { lookUpAddressFacts } from '../core/suppression/address-facts.ts';
import { type Suppression, suppressionKeysOf } from '../core/suppression/suppression.ts';
import { selectProspectsByAddress } from './suppression-addresses.sql.ts';
import { addressesOf } from './suppression-addresses.ts';

/** Returns the suppression state, known facts and prospect of each address. */
export async function postSuppressionCheck({
  body,
  tx,
  deps: { suppression },
}: ManageCall<'postSuppressionCheck', { suppression: Suppression }>): Promise<
  ManageResult<'postSuppressionCheck'>
> {
  const addresses = addressesOf(body);
  const [prospects, isSuppressed, factsOf] = await Promise.all([
    selectProspectsByAddress(tx, suppressionKeysOf(addresses)),
    suppression.lookUp(tx, addresses),
    lookUpAddressFacts(tx, suppression, addresses),
  ]);
  const byKey = new Map(
    prospects.flatMap(({ id, emailKey, linkedinKey }) => [
      [`email ${emailKey}`, id],
      [`linkedin ${linkedinKey}`, id],
    ]),
  );
  return {
    results: addresses.map((address) => {
      const { value, emailKey, linkedinKey } = address;
      const key = emailKey === null ? `linkedin ${linkedinKey}` : `email ${emailKey}`;
      const prospectId = byKey.get(key);
      return {
        value,
        suppressed: isSuppressed(address),
        facts: factsOf(address),
        ...(prospectId !== undefined && { prospectId }),
      };
    }),
  };
}
