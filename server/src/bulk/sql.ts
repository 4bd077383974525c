import type { Stage } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

const tables = {
  tag: { table: sql`prospect_tag`, column: sql`tag_id` },
  list: { table: sql`prospect_list`, column: sql`list_id` },
} satisfies Record<string, { table: Sql; column: Sql }>;
export type Board = keyof typeof tables;

/** Asked behind the lock, in a statement of its own, so that nobody else changes it any more. */
export async function selectMembers(
  tx: Tx,
  board: Board,
  boardId: string,
  ids: string[],
): Promise<Set<string>> {
  const { table, column } = tables[board];
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${boardId} and prospect_id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export function addMembers(tx: Tx, board: Board, boardId: string, ids: string[]): void {
  const { table, column } = tables[board];
  tx.atCommit(sql`
    insert into ${table} (workspace_id, prospect_id, ${column})
    select ${tx.workspaceId}, unnest(${ids}::uuid[]), ${boardId}`);
}

export function removeMembers(tx: Tx, board: Board, boardId: string, ids: string[]): void {
  const { table, column } = tables[board];
  tx.atCommit(sql`
    delete from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${boardId} and prospect_id = any(${ids}::uuid[])`);
}

export function moveToStage(tx: Tx, stage: Stage, ids: string[]): void {
  tx.atCommit(sql`
    update prospect set stage = ${stage}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  tx.atCommit(sql`
    update prospect_search set stage = ${stage}
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}

export function setDoNotContact(tx: Tx, doNotContact: boolean, ids: string[]): void {
  tx.atCommit(sql`
    update prospect set do_not_contact = ${doNotContact}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
}

/** How many of these prospects each list, tag and campaign holds: what a deletion takes off them. */
export const selectPlaces = (tx: Tx, ids: string[]) =>
  tx.rows<{ kind: 'list' | 'tag' | 'campaign'; key: string; count: number }>(sql`
    select 'list' as kind, list_id::text as key, count(*)::int as count from prospect_list
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[]) group by list_id
    union all
    select 'tag', tag_id::text, count(*)::int from prospect_tag
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[]) group by tag_id
    union all
    select 'campaign', campaign_id::text, count(*)::int from enrollment
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[]) group by campaign_id`);

/**
 * All that hangs on a prospect goes with it, conversations too. Of its events only the fact stays,
 * and the id they are about: that of a record merged into this one is not its own.
 */
export function deleteProspects(tx: Tx, ids: string[]): void {
  tx.atCommit(sql`
    delete from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  tx.atCommit(sql`
    update event
    set data = jsonb_build_object('prospectId', coalesce(data -> 'prospectId', to_jsonb(prospect_id))), previous = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}
