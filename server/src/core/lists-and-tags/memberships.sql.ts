import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { ListOrTagKind } from './find-or-create-list-or-tag.ts';

/** The tables of memberships in lists, tags and campaigns. */
export const membershipTables = {
  list: { table: sql`prospect_list`, column: sql`list_id`, parent: sql`list` },
  tag: { table: sql`prospect_tag`, column: sql`tag_id`, parent: sql`tag` },
  campaign: { table: sql`enrollment`, column: sql`campaign_id`, parent: sql`campaign` },
} satisfies Record<string, Record<'table' | 'column' | 'parent', Sql>>;

export type MembershipKind = keyof typeof membershipTables;

export const membershipKinds = Object.keys(membershipTables) as MembershipKind[];

/** The prospects that are members. Must run after they are locked, in a separate statement. */
export async function selectMembersAmong(
  tx: Tx,
  kind: ListOrTagKind,
  id: string,
  prospectIds: string[],
): Promise<Set<string>> {
  const { table, column } = membershipTables[kind];
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${id} and prospect_id = any(${prospectIds}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** The first members, in id order. */
export async function selectFirstMembers(
  tx: Tx,
  kind: ListOrTagKind,
  id: string,
  limit: number,
): Promise<string[]> {
  const { table, column } = membershipTables[kind];
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${id}
    order by prospect_id
    limit ${limit}`);
  return rows.map((row) => row.id);
}

export function addMembers(tx: Tx, kind: ListOrTagKind, id: string, prospectIds: string[]): void {
  if (prospectIds.length > 0) tx.defer(insertMembers(tx, kind, id, prospectIds));
}

/** Like `addMembers`, and returns the ids of the new members. */
export async function addNewMembers(
  tx: Tx,
  kind: ListOrTagKind,
  id: string,
  prospectIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    sql`${insertMembers(tx, kind, id, prospectIds)} returning prospect_id as id`,
  );
  return new Set(rows.map((row) => row.id));
}

const insertMembers = (tx: Tx, kind: ListOrTagKind, id: string, prospectIds: string[]): Sql => {
  const { table, column } = membershipTables[kind];
  return sql`
    insert into ${table} (workspace_id, prospect_id, ${column})
    select ${tx.workspaceId}, unnest(${prospectIds}::uuid[]), ${id}
    on conflict do nothing`;
};

export function removeMembers(
  tx: Tx,
  kind: ListOrTagKind,
  id: string,
  prospectIds: string[],
): void {
  const { table, column } = membershipTables[kind];
  tx.defer(sql`
    delete from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${id} and prospect_id = any(${prospectIds}::uuid[])`);
}

/** Removes all members up to this id: one index range. */
export function removeMembersUpTo(tx: Tx, kind: ListOrTagKind, id: string, last: string): void {
  const { table, column } = membershipTables[kind];
  tx.defer(sql`
    delete from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${id} and prospect_id <= ${last}`);
}

/** Gives memberships of one prospect to another, which must not have them. */
export function handOverMemberships(
  tx: Tx,
  kind: ListOrTagKind,
  ids: string[],
  { from, to }: { from: string; to: string },
): void {
  const { table, column } = membershipTables[kind];
  if (ids.length === 0) return;
  tx.defer(sql`
    update ${table} set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from} and ${column} = any(${ids}::uuid[])`);
}

/** How many of these prospects each list, tag and campaign has. */
export async function countMemberships(tx: Tx, prospectIds: string[]) {
  const counts = await Promise.all(
    membershipKinds.map((kind) => {
      const { table, column } = membershipTables[kind];
      return tx.rows<{ kind: MembershipKind; key: string; count: number }>(sql`
        select ${kind} as kind, ${column}::text as key, count(*)::int as count from ${table}
        where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
        group by ${column}`);
    }),
  );
  return counts.flat();
}

/** A list, tag or campaign that a prospect is in. */
export interface Membership {
  kind: MembershipKind;
  id: string;
  name: string;
  /** Whether the other prospect is also in it. */
  isShared: boolean;
}

/** The memberships of a prospect, and whether another prospect shares them. */
export async function compareMemberships(
  tx: Tx,
  prospectId: string,
  otherId: string,
): Promise<Membership[]> {
  const memberships = await Promise.all(
    membershipKinds.map((kind) => {
      const { table, column, parent } = membershipTables[kind];
      return tx.rows<Membership>(sql`
        select ${kind} as kind, b.id, b.name, exists (
          select from ${table} k
          where k.workspace_id = ${tx.workspaceId} and k.prospect_id = ${otherId} and k.${column} = b.id
        ) as "isShared"
        from ${table} m
        join ${parent} b on b.workspace_id = m.workspace_id and b.id = m.${column}
        where m.workspace_id = ${tx.workspaceId} and m.prospect_id = ${prospectId}
        order by b.id`);
    }),
  );
  return memberships.flat();
}

export interface CountChange {
  kind: 'stage' | 'list' | 'tag' | 'campaign';
  /** A stage, or the id of a list, tag or campaign. */
  key: string;
  by: number;
}

/**
 * Updates the stored counts of stages, lists, tags and campaigns. Call it last in a transaction: these
 * are the most contended rows. They are locked in key order to avoid deadlocks.
 */
export function changeCounts(tx: Tx, changes: CountChange[]): void {
  const nonZero = changes.filter(({ by }) => by !== 0);
  if (nonZero.length === 0) return;
  tx.defer(sql`
    insert into board_count (workspace_id, kind, key, count)
    select ${tx.workspaceId}, kind, key, by
    from json_to_recordset(${JSON.stringify(nonZero)}) as change (kind text, key text, by bigint)
    order by kind, key
    on conflict (workspace_id, kind, key) do update
    set count = board_count.count + excluded.count`);
}
