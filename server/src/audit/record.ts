import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction, ProspectFilter } from '@outcrop/contract';
import type { Cause } from '../platform/cause.ts';
import { sql, type Tx } from '../platform/db/index.ts';

interface Entry {
  action: AuditAction;
  /** The id of what it was done to, where that is one thing. */
  target: string | null;
  /** What else there is to know. People only by their ids: the log outlives them. */
  detail?: Record<string, unknown>;
}

/** A filter as the log keeps it: what was searched for may be someone's name or address. */
export const filterDetail = ({ q, ...rest }: ProspectFilter): Record<string, unknown> => ({
  ...rest,
  ...(q !== undefined && { q: q.length }),
});

/** Keeps who did what for the administrators, in the transaction in which it is done. */
export function record(
  tx: Tx,
  { actor, correlationId }: Cause,
  { action, target, detail = {} }: Entry,
): void {
  tx.atCommit(sql`
    insert into audit_entry (workspace_id, id, action, actor_kind, actor_id, correlation_id, target, detail)
    values (${tx.workspaceId}, ${randomUUIDv7()}, ${action}, ${actor.kind}, ${actor.id}::uuid,
            ${correlationId}, ${target}, ${JSON.stringify(detail)})`);
}
