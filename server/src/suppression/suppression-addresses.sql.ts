import type { AddressFact } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';

/** Each part of the union uses its own index. */
export const selectProspectsByAddress = (
  tx: Tx,
  { email, linkedin }: { email: string[]; linkedin: string[] },
) =>
  tx.rows<{ id: string; emailKey: string | null; linkedinKey: string | null }>(sql`
    select id, email_key as "emailKey", null as "linkedinKey" from prospect
    where workspace_id = ${tx.workspaceId} and email_key = any(${email}::text[])
    union all
    select id, null, linkedin_key from prospect
    where workspace_id = ${tx.workspaceId} and linkedin_key = any(${linkedin}::text[])`);

/** Lifts a fact and returns its id; undefined if there is none. */
export async function liftFact(
  tx: Tx,
  hash: Buffer,
  kind: AddressFact,
  { by, reason }: { by: string; reason: string },
): Promise<string | undefined> {
  const [fact] = await tx.rows<{ id: string }>(sql`
    update address_fact set lifted_at = now(), lifted_by = ${by}, lift_reason = ${reason}
    where workspace_id = ${tx.workspaceId} and hash = ${hash} and kind = ${kind} and lifted_at is null
    returning id`);
  return fact?.id;
}
