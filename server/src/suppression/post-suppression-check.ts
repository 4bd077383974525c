import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { lookUpFacts } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Call } from '../platform/http/call.ts';
import { selectOwners } from './address-facts.sql.ts';
import { addressesOf, keysOf } from './addresses.ts';

/** Returns the suppression state, known facts and prospect of each address. */
export const postSuppressionCheck =
  (suppression: Suppression) =>
  async ({
    body,
    tx,
  }: Call<typeof manageEndpoints.postSuppressionCheck>): Promise<
    ManageData<'postSuppressionCheck'>
  > => {
    const addresses = addressesOf(body);
    const [owners, isSuppressed, factsOf] = await Promise.all([
      selectOwners(tx, keysOf(addresses)),
      suppression.lookUp(tx, addresses),
      lookUpFacts(tx, suppression, addresses),
    ]);
    const byKey = new Map(
      owners.flatMap(({ id, emailKey, linkedinKey }) => [
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
  };
