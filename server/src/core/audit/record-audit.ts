import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction, ProspectFilter } from '@outcrop/contract';
import type { ActorTransaction } from '../../platform/caller.ts';
import { sql } from '../../platform/db/index.ts';

interface AuditEntry {
  action: AuditAction;
  /** The id of the affected object, if there is exactly one. */
  target: string | null;
  /** Further details. Refer to prospects by id only: the log outlives them. */
  detail?: Record<string, unknown>;
}

/** A filter without its search text, which may be a name or an address. */
export const filterDetail = ({ q, ...rest }: ProspectFilter): Record<string, unknown> => ({
  ...rest,
  ...(q !== undefined && { q: q.length }),
});

/** Writes an audit entry in the current transaction. */
export function recordAudit(
  { tx, actor: { actor, correlationId } }: ActorTransaction,
  { action, target, detail = {} }: AuditEntry,
): void {
  tx.defer(sql`
    insert into audit_entry (workspace_id, id, action, actor_kind, actor_id, correlation_id, target, detail)
    values (${tx.workspaceId}, ${randomUUIDv7()}, ${action}, ${actor.kind}, ${actor.id}::uuid,
            ${correlationId}, ${target}, ${JSON.stringify(detail)})`);
}
