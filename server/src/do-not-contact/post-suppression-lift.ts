import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { storedKeys } from '../people/keys.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { masked } from './rules.ts';
import { liftFact } from './sql.ts';

/** Lets an address be written to again, and keeps who says so and why. */
export const postSuppressionLift =
  (suppression: Suppression) =>
  async (
    call: Call<typeof manageEndpoints.postSuppressionLift>,
  ): Promise<ManageData<'postSuppressionLift'>> => {
    const { kind, reason } = call.body;
    const emailKey = storedKeys({ email: call.body.email }).email!;
    const by = call.caller.userId;
    const hash = suppression.emailHash(emailKey);
    const factId = await liftFact(call.tx, hash, kind, { by, reason });
    if (factId === undefined) return { lifted: false };
    record(call.tx, causeOf(call), {
      action: 'suppression.fact_lifted',
      target: factId,
      detail: { address: masked(emailKey), kind, reason },
    });
    return { lifted: true };
  };
