import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { storedKeys } from '../core/search/field-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { liftFact } from './suppression-addresses.sql.ts';
import { maskEmail } from './suppression-addresses.ts';

/** Lifts a fact, such as a bounce, and records the user and the reason. */
export async function postSuppressionLift(
  call: ManageCall<'postSuppressionLift', { suppression: Suppression }>,
): Promise<ManageResult<'postSuppressionLift'>> {
  const { suppression } = call.deps;
  const { kind, reason } = call.body;
  const emailKey = storedKeys({ email: call.body.email }).email!;
  const by = call.caller.userId;
  const hash = suppression.emailHash(emailKey);
  const factId = await liftFact(call.tx, hash, kind, { by, reason });
  if (factId === undefined) return { lifted: false };
  recordAudit(call, {
    action: 'suppression.fact_lifted',
    target: factId,
    detail: { address: maskEmail(emailKey), kind, reason },
  });
  return { lifted: true };
}
