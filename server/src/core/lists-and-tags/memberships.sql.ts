import type { Stage } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

const tables = {
  tag: { table: sql`prospect_tag`, column: sql`tag_id` },
  list: { table: sql`prospect_list`, column: sql`list_id` },
} satisfies Record<string, { table: Sql; column: Sql }>;
export type ListOrTagKind = keyof typeof tables;

/** Must run after the prospects are locked, in a separate statement. */
export async function selectMembers(
  tx: Tx,
  kind: ListOrTagKind,
  listOrTagId: string,
  ids: string[],
): Promise<Set<string>> {
  const { table, column } = tables[kind];
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${listOrTagId} and prospect_id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export function addMembers(tx: Tx, kind: ListOrTagKind, listOrTagId: string, ids: string[]): void {
  const { table, column } = tables[kind];
  tx.defer(sql`
    insert into ${table} (workspace_id, prospect_id, ${column})
    select ${tx.workspaceId}, unnest(${ids}::uuid[]), ${listOrTagId}`);
}

export function removeMembers(
  tx: Tx,
  kind: ListOrTagKind,
  listOrTagId: string,
  ids: string[],
): void {
  const { table, column } = tables[kind];
  tx.defer(sql`
    delete from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${listOrTagId} and prospect_id = any(${ids}::uuid[])`);
}

export function moveToStage(tx: Tx, stage: Stage, ids: string[]): void {
  tx.defer(sql`
    update prospect set stage = ${stage}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  tx.defer(sql`
    update prospect_search set stage = ${stage}
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}

export function setDoNotContact(tx: Tx, doNotContact: boolean, ids: string[]): void {
  tx.defer(sql`
    update prospect set do_not_contact = ${doNotContact}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
}

/** How many of these prospects are in each list, tag and campaign. */
export const countMemberships = (tx: Tx, ids: string[]) =>
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
 * Deletes prospects with everything that belongs to them. Their events stay, reduced to the prospect
 * id; events of a merged record keep that record's id.
 */
export function deleteProspects(tx: Tx, ids: string[]): void {
  tx.defer(sql`
    delete from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  tx.defer(sql`
    update event
    set data = jsonb_build_object('prospectId', coalesce(data -> 'prospectId', to_jsonb(prospect_id))), previous = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}
