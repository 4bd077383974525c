import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { storedKeys } from '../core/prospects/keys.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { actorOf } from '../platform/actor.ts';
import type { Call } from '../platform/http/call.ts';
import { liftFact } from './address-facts.sql.ts';
import { maskEmail } from './rules.ts';

/** Lifts a fact, such as a bounce, and records who did it and why. */
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
    record(call.tx, actorOf(call), {
      action: 'suppression.fact_lifted',
      target: factId,
      detail: { address: maskEmail(emailKey), kind, reason },
    });
    return { lifted: true };
  };
