import { Outcrop } from '@outcrop/client';
import { type Database, raw, sql, type Tx } from '../src/platform/db/index.ts';
import { retryingFetch } from './retrying-fetch.ts';

/**
 * Spreads a workspace that was filled a moment ago over the last 30 days, weekends quieter, so that
 * charts and timelines look like a month of work. No endpoint backdates anything, so this writes to
 * the tables.
 */
export async function seedHistory(db: Database, baseUrl: string, token: string): Promise<void> {
  const client = new Outcrop({ baseUrl, token, fetch: retryingFetch });
  const { workspace } = await client.read('getSession');
  await db.query(sql`select make_event_partitions(now() - interval '1 month')`);
  await db.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      create temporary table moved on commit drop as
      with numbered as (
        select id, row_number() over (order by id desc) - 1 as number, count(*) over () as total
        from prospect where workspace_id = ${workspace.id}
      ), dated as (
        select id, now() - interval '30 days' * (number + 0.5) / total
                 + interval '1 hour' * (number * 37 % 61 - 30) as at
        from numbered
      ), weekdays as (
        select id, least(at + case extract(isodow from at)
                           when 6 then interval '2 days' when 7 then interval '1 day' else interval '0' end,
                         now() - interval '5 minutes' * random())::timestamptz(3) as at
        from dated
      )
      select id, at, overlay(overlay(gen_random_uuid()::text placing substr(hex, 1, 8) from 1)
                             placing substr(hex, 9, 4) from 10)::uuid as new_id
      from weekdays
      cross join lateral (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex) as time`);
    await moveProspects(tx);
    await tx.run(sql`
      update event e
      set created_at = least(e.created_at, p.created_at + case e.type
            when 'prospect.created' then interval '0' when 'list.member_added' then interval '0'
            when 'prospect.tagged' then interval '1 day'
            when 'prospect.stage_changed' then (now() - p.created_at) * random()
            else interval '3 days' end)
      from prospect p
      where p.workspace_id = ${workspace.id} and e.workspace_id = p.workspace_id and e.prospect_id = p.id`);
    await tx.run(sql`
      update prospect p set stage_changed_at = e.created_at from event e
      where p.workspace_id = ${workspace.id} and e.workspace_id = p.workspace_id and e.prospect_id = p.id
        and e.type = 'prospect.stage_changed'`);
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

/**
 * An id contains the time of creation, so a copy with a new id replaces each prospect. The copy
 * takes over everything, including the identity keys, which only one of the two can have.
 */
async function moveProspects(tx: Tx): Promise<void> {
  await tx.run(sql`
    create temporary table copied on commit drop as
    select p.*, moved.at, moved.new_id from prospect p join moved using (id)
    where p.workspace_id = ${tx.workspaceId}`);
  await tx.run(sql`
    update prospect set linkedin_key = null, email_key = null, name_key = null
    where workspace_id = ${tx.workspaceId}`);
  const columns = await tx.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_name = 'prospect' and column_name not in ('id', 'created_at', 'last_activity_at')`);
  const names = raw(columns.map(({ name }) => name).join(', '));
  await tx.run(sql`
    insert into prospect (id, created_at, last_activity_at, ${names})
    select new_id, at, at, ${names} from copied`);
  for (const table of referringTables)
    await tx.run(sql`
      update ${raw(table)} t set prospect_id = moved.new_id from moved
      where t.workspace_id = ${tx.workspaceId} and t.prospect_id = moved.id`);
  await tx.run(sql`
    delete from prospect p using moved where p.workspace_id = ${tx.workspaceId} and p.id = moved.id`);
}

const referringTables = [
  'prospect_word',
  'prospect_list',
  'prospect_tag',
  'enrollment',
  'conversation',
  'enrichment',
  'event',
];
