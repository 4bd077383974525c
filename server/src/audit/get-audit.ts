import type { ManageData, ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Position } from '../platform/cursor.ts';
import { sql } from '../platform/db/index.ts';
import { byCreation, pageOf } from '../platform/page.ts';
import type { Stored } from '../platform/stored.ts';

type Entry = ManageData<'getAudit'>['entries'][number];

export async function getAudit({
  query,
  tx,
}: ManageCall<'getAudit'>): Promise<ManageResult<'getAudit'>> {
  const { action = null } = query;
  const select = (after: Position | null, take: number) =>
    tx.rows<Stored<Entry, 'createdAt'>>(sql`
      select id, action, json_build_object('kind', actor_kind, 'id', actor_id) as actor, target, detail,
             correlation_id as "correlationId", created_at as "createdAt"
      from audit_entry
      where workspace_id = ${tx.workspaceId}
        ${action === null ? sql`` : sql`and action = ${action}`}
        ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
      order by created_at desc, id desc
      limit ${take}`);
  const { rows: entries, nextCursor } = await pageOf(query, { action }, select, byCreation);
  return { entries, nextCursor };
}
