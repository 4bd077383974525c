import { type Sql, sql, type Tx } from '../platform/db/index.ts';

/** A list, tag or campaign that someone is in. */
export interface Place {
  kind: 'list' | 'tag' | 'campaign';
  id: string;
  name: string;
  /** Whether the one who stays is in it already. */
  isShared: boolean;
}

const places = {
  list: { table: sql`prospect_list`, column: sql`list_id`, board: sql`list` },
  tag: { table: sql`prospect_tag`, column: sql`tag_id`, board: sql`tag` },
  campaign: { table: sql`enrollment`, column: sql`campaign_id`, board: sql`campaign` },
} satisfies Record<Place['kind'], Record<string, Sql>>;
const kinds = Object.keys(places) as Place['kind'][];

/** Where the one who goes is. Behind the usage row and the locks on both, nobody changes that. */
export async function selectPlaces(tx: Tx, keepId: string, mergeId: string): Promise<Place[]> {
  const found = await Promise.all(
    kinds.map((kind) => {
      const { table, column, board } = places[kind];
      return tx.rows<Place>(sql`
        select ${kind} as kind, b.id, b.name, exists (
          select from ${table} k
          where k.workspace_id = ${tx.workspaceId} and k.prospect_id = ${keepId} and k.${column} = b.id
        ) as "isShared"
        from ${table} m
        join ${board} b on b.workspace_id = m.workspace_id and b.id = m.${column}
        where m.workspace_id = ${tx.workspaceId} and m.prospect_id = ${mergeId}
        order by b.id`);
    }),
  );
  return found.flat();
}

/**
 * Hands everything that hangs on one prospect to another, and deletes it. What both have goes with
 * it. Its events keep what they tell, its own id included, and only change whose timeline they are in.
 */
export function handOver(tx: Tx, mergeId: string, keepId: string, gained: Place[]): void {
  for (const kind of kinds) {
    const { table, column } = places[kind];
    const ids = gained.filter((place) => place.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    tx.atCommit(sql`
      update ${table} set prospect_id = ${keepId}
      where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId} and ${column} = any(${ids}::uuid[])`);
  }
  tx.atCommit(sql`
    update conversation set prospect_id = ${keepId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId}`);
  tx.atCommit(sql`
    update enrichment set prospect_id = ${keepId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId}`);
  tx.atCommit(sql`
    update event set prospect_id = ${keepId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${mergeId}`);
  handOverResearch(tx, mergeId, keepId);
  tx.atCommit(sql`
    delete from prospect where workspace_id = ${tx.workspaceId} and id = ${mergeId}`);
}

/** Only what the other lacks. Where its own research is under way, that goes on. */
function handOverResearch(tx: Tx, mergeId: string, keepId: string): void {
  tx.atCommit(sql`
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
  tx.atCommit(sql`
    update prospect_search s set enrichment_status = p.enrichment_status
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = ${keepId}
      and s.workspace_id = ${tx.workspaceId} and s.prospect_id = ${keepId}
      and s.enrichment_status <> p.enrichment_status`);
}
