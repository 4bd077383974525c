import { type Database, sql } from '../../src/platform/db/index.ts';
import { recount } from './recount.ts';

interface Many {
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
  { count, apartMs = 1_000, stage = 'new', text = 'person', until = '2026-03-31T12:00:00Z' }: Many,
): Promise<string[]> {
  return owner.transaction(workspaceId, async (tx) => {
    const made: { id: string; createdAt: Date }[] = [];
    // In batches that stay below the statement timeout, even on a busy machine.
    for (let from = 0; from < count; from += 20_000)
      made.push(
        ...(await tx.rows<{ id: string; createdAt: Date }>(sql`
          with made as (
            insert into prospect (workspace_id, id, full_name, stage, source_type, created_at)
            select ${workspaceId}, gen_random_uuid(), ${text} || ' ' || n, ${stage}::stage, 'manual',
                   ${until}::timestamptz - make_interval(secs => ${apartMs / 1_000}::float8 * n)
            from generate_series(${from}::int, ${Math.min(from + 20_000, count) - 1}::int) as n
            returning *
          ), searched as (
            insert into prospect_search
              (workspace_id, prospect_id, created_at, document, stage, has_email, has_linkedin, enrichment_status)
            select workspace_id, id, created_at, ' ' || lower(full_name), stage, false, false, 'none' from made
          )
          select id, created_at as "createdAt" from made`)),
      );
    await recount(tx);
    return made
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
  });
}
