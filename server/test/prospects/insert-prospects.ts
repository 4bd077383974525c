import { type Database, sql } from '../../src/platform/db/index.ts';
import { idAt } from './id-at.ts';
import { positionOf } from './position-of.ts';
import { recountBoards } from './recount-boards.ts';

interface InsertOptions {
  count: number;
  /** The time between two prospects; 0 gives all the same time. */
  apartMs?: number;
  stage?: string;
  /** The name of each prospect, before its number. */
  text?: string;
  /** When the newest was created. */
  until?: string;
}

/**
 * Inserts many prospects into the database, and returns their ids, newest first. They are named
 * Person 1, Person 2 and so on, and have neither email nor LinkedIn.
 */
export async function insertProspects(
  owner: Database,
  workspaceId: string,
  {
    count,
    apartMs = 1_000,
    stage = 'new',
    text = 'person',
    until = '2026-03-31T12:00:00Z',
  }: InsertOptions,
): Promise<string[]> {
  return owner.transaction(workspaceId, async (tx) => {
    const made: string[] = [];
    // In batches that stay below the statement timeout, even on a busy machine.
    for (let from = 0; from < count; from += 20_000) {
      const rows = await tx.rows<{ id: string }>(sql`
        with made as (
          insert into prospect (workspace_id, id, full_name, stage, stage_position, source_type, created_at, updated_at,
                                last_activity_at, search_text, sort_name, company_key)
          select ${workspaceId}, ${idAt(sql`at`)}, name, ${stage}::stage, ${positionOf(sql`${stage}::stage`)}, 'manual', at, at, at,
                 ' ' || lower(name), lower(name), ''
          from (
            select ${text} || ' ' || n as name,
                   ${until}::timestamptz(3) - make_interval(secs => ${apartMs / 1_000}::float8 * n) as at
            from generate_series(${from}::int, ${Math.min(from + 20_000, count) - 1}::int) as n) as named
          returning id, search_text
        ), indexed as (
          insert into prospect_word (workspace_id, word, prospect_id)
          select distinct ${workspaceId}::uuid, word, id from made
          cross join lateral string_to_table(btrim(search_text), ' ') as word
        )
        select id from made`);
      made.push(...rows.map(({ id }) => id));
    }
    await recountBoards(tx);
    return made.sort().reverse();
  });
}
