import type { ManageData } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';

export type AuditEntry = StoredRecord<ManageData<'getAudit'>['entries'][number], 'createdAt'>;

/** Missing filters are null. */
export const auditFilterOf = ({
  action,
  actorId,
  from,
  to,
}: ManageCall<'getAuditFile'>['query']) => ({
  action: action ?? null,
  actorId: actorId ?? null,
  from: from?.from ?? null,
  before: to?.before ?? null,
});

/** Matching entries, newest first. */
export const selectAuditEntries = (
  tx: Tx,
  { action, actorId, from, before }: ReturnType<typeof auditFilterOf>,
  after: PagePosition | null,
  take: number,
): Promise<AuditEntry[]> =>
  tx.rows<AuditEntry>(sql`
    select id, action, json_build_object('kind', actor_kind, 'id', actor_id) as actor, target, detail,
           correlation_id as "correlationId", created_at as "createdAt"
    from audit_entry
    where workspace_id = ${tx.workspaceId}
      ${action === null ? sql`` : sql`and action = ${action}`}
      ${actorId === null ? sql`` : sql`and actor_id = ${actorId}`}
      ${from === null ? sql`` : sql`and created_at >= ${from}`}
      ${before === null ? sql`` : sql`and created_at < ${before}`}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
    order by created_at desc, id desc
    limit ${take}`);
