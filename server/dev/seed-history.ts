import { Outcrop } from '@outcrop/client';
import { type Database, sql } from '../src/platform/db/index.ts';
import { retryingFetch } from './retrying-fetch.ts';

/**
 * Spreads a workspace that was filled a moment ago over the last 30 days, weekends quieter, so that
 * charts and timelines look like a month of work. No endpoint backdates anything, so this writes to
 * the tables.
 */
export async function seedHistory(db: Database, baseUrl: string, token: string): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { workspace } = await client.read('getSession');
  await db.ask(sql`select make_event_partitions(now() - interval '1 month')`);
  await db.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      with numbered as (
        select id, row_number() over (order by created_at desc, id desc) - 1 as number,
               count(*) over () as total
        from prospect where workspace_id = ${workspace.id}
      ), dated as (
        select id, now() - interval '30 days' * (number + 0.5) / total
                 + interval '1 hour' * (number * 37 % 61 - 30) as at
        from numbered
      )
      update prospect p
      set created_at = least(dated.at + case extract(isodow from dated.at)
            when 6 then interval '2 days' when 7 then interval '1 day' else interval '0' end,
            now() - interval '5 minutes' * random())
      from dated where p.workspace_id = ${workspace.id} and p.id = dated.id`);
    await tx.run(sql`
      update prospect_search s set created_at = p.created_at
      from prospect p
      where p.workspace_id = ${workspace.id} and s.workspace_id = p.workspace_id and s.prospect_id = p.id`);
    await tx.run(sql`
      update event e
      set created_at = least(e.created_at, p.created_at + case e.type
            when 'prospect.created' then interval '0' when 'list.member_added' then interval '0'
            when 'prospect.tagged' then interval '1 day' when 'prospect.stage_changed' then interval '2 days'
            else interval '3 days' end)
      from prospect p
      where p.workspace_id = ${workspace.id} and e.workspace_id = p.workspace_id and e.prospect_id = p.id`);
    await tx.run(sql`delete from import_day where workspace_id = ${workspace.id}`);
    await tx.run(sql`
      insert into import_day (workspace_id, day, imports)
      select ${workspace.id}, (created_at at time zone 'UTC')::date, count(*)
      from prospect where workspace_id = ${workspace.id} group by 2`);
    await tx.run(sql`
      update workspace_usage set imports = (
        select count(*) from prospect
        where workspace_id = ${workspace.id} and (created_at at time zone 'UTC')::date >= current_month())
      where workspace_id = ${workspace.id}`);
  });
}
