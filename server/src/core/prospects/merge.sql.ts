import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

/** A list, tag or campaign that a prospect is in. */
export interface Membership {
  kind: 'list' | 'tag' | 'campaign';
  id: string;
  name: string;
  /** Whether the kept prospect is also in it. */
  isShared: boolean;
}

const membershipTables = {
  list: { table: sql`prospect_list`, column: sql`list_id`, parent: sql`list` },
  tag: { table: sql`prospect_tag`, column: sql`tag_id`, parent: sql`tag` },
  campaign: { table: sql`enrollment`, column: sql`campaign_id`, parent: sql`campaign` },
} satisfies Record<Membership['kind'], Record<string, Sql>>;
const kinds = Object.keys(membershipTables) as Membership['kind'][];

/** Memberships of the merged prospect. The usage-row lock and both prospect locks keep them stable. */
export async function selectMemberships(
  tx: Tx,
  keepId: string,
  mergeId: string,
): Promise<Membership[]> {
  const found = await Promise.all(
    kinds.map((kind) => {
      const { table, column, parent } = membershipTables[kind];
      return tx.rows<Membership>(sql`
        select ${kind} as kind, b.id, b.name, exists (
          select from ${table} k
          where k.workspace_id = ${tx.workspaceId} and k.prospect_id = ${keepId} and k.${column} = b.id
        ) as "isShared"
        from ${table} m
        join ${parent} b on b.workspace_id = m.workspace_id and b.id = m.${column}
        where m.workspace_id = ${tx.workspaceId} and m.prospect_id = ${mergeId}
        order by b.id`);
    }),
  );
  return found.flat();
}

/**
 * Moves everything that belongs to one prospect to another and deletes the first. Shared memberships
 * are deleted with it. Its events keep their data, including its id, and move to the other timeline.
 */
export function mergeRecords(
  tx: Tx,
  mergeId: string,
  keepId: string,
  newMemberships: Membership[],
): void {
  for (const kind of kinds) {
    const { table, column } = membershipTables[kind];
    const ids = newMemberships.filter((membership) => membership.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    tx.defer(sql`
      update ${table} set prospect_id = ${keepId}
      where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId} and ${column} = any(${ids}::uuid[])`);
  }
  tx.defer(sql`
    update conversation set prospect_id = ${keepId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId}`);
  tx.defer(sql`
    update enrichment set prospect_id = ${keepId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId}`);
  tx.defer(sql`
    update event set prospect_id = ${keepId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId}`);
  mergeEnrichment(tx, mergeId, keepId);
  tx.defer(sql`
    delete from prospect where workspace_id = ${tx.workspaceId} and id = ${mergeId}`);
}

/** Fills only what the kept prospect lacks. Its own enrichment in progress continues. */
function mergeEnrichment(tx: Tx, mergeId: string, keepId: string): void {
  tx.defer(sql`
    update prospect k
    set first_touch_line = coalesce(k.first_touch_line, m.first_touch_line),
        enrichment = coalesce(k.enrichment, m.enrichment),
        enrichment_error = nullif(k.enrichment_error
          - case when k.enrichment is null and m.enrichment is not null then 'enrich_only' else '' end
          - case when k.first_touch_line is null and m.first_touch_line is not null then 'personalized_line' else '' end,
          '{}'),
        enrichment_status = case
          when k.enrichment is null and m.enrichment is not null and k.enrichment_status in ('none', 'failed')
          then 'enriched' else k.enrichment_status end,
        updated_at = greatest(now(), k.updated_at + interval '1 millisecond')
    from prospect m
    where k.workspace_id = ${tx.workspaceId} and k.id = ${keepId}
      and m.workspace_id = ${tx.workspaceId} and m.id = ${mergeId}
      and (k.first_touch_line is null and m.first_touch_line is not null
           or k.enrichment is null and m.enrichment is not null)`);
  tx.defer(sql`
    update prospect_search s set enrichment_status = p.enrichment_status
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = ${keepId}
      and s.workspace_id = ${tx.workspaceId} and s.prospect_id = ${keepId}
      and s.enrichment_status <> p.enrichment_status`);
}
