import type { ManageData } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { sql } from '../platform/db/index.ts';

type Entry = ManageData<'getAudit'>['entries'][number];

export async function getAudit({
  query,
  tx,
}: ManageCall<'getAudit'>): Promise<ManageData<'getAudit'>> {
  const { action = null, limit = 50 } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, { action });
  const rows = await tx.rows<Omit<Entry, 'createdAt'> & { createdAt: Date }>(sql`
    select id, action, json_build_object('kind', actor_kind, 'id', actor_id) as actor, target, detail,
           correlation_id as "correlationId", created_at as "createdAt"
    from audit_entry
    where workspace_id = ${tx.workspaceId}
      ${action === null ? sql`` : sql`and action = ${action}`}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
    order by created_at desc, id desc
    limit ${limit + 1}`);
  const entries = rows.slice(0, limit);
  const last = rows.length > limit ? entries.at(-1)! : null;
  return {
    entries: entries.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
    nextCursor: last && writeCursor({ at: last.createdAt, id: last.id }, { action }),
  };
}
