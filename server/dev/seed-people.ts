import { Outcrop } from '@outcrop/client';
import { stages } from '@outcrop/contract';
import { type Database, sql } from '../src/platform/db/index.ts';
import { fictionalPeople } from './people.ts';

const lists = ['Trade fair 2026', 'Newsletter readers', 'Referred'];
const tags = ['Met in person', 'Decision maker', 'Follow up in spring'];

/** Fills an empty workspace through its own API, then spreads the people over stages and tags. */
export async function seedPeople(
  db: Database,
  { baseUrl, token, from, count }: { baseUrl: string; token: string; from: number; count: number },
): Promise<void> {
  const client = new Outcrop({ baseUrl, token });
  const { workspace } = await client.read('getSession');
  if ((await client.read('getProspects', { returnIds: 'true', pageSize: '1' })).total !== 0) return;
  const people = fictionalPeople(from, count);
  for (const [n, listName] of lists.entries()) {
    const leads = people.filter((_, i) => i % lists.length === n);
    for (let done = 0; done < leads.length; done += 100)
      await client.write('postLeads', {
        leads: leads.slice(done, done + 100),
        listName,
        sourceType: 'extension_search',
      });
  }
  await db.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      with placed as (
        select id, (${stages}::stage[])[1 + (row_number() over (order by id) % 7)] as stage
        from prospect where workspace_id = ${tx.workspaceId}
      ), moved as (
        update prospect p set stage = placed.stage from placed
        where p.workspace_id = ${tx.workspaceId} and p.id = placed.id
      )
      update prospect_search s set stage = placed.stage from placed
      where s.workspace_id = ${tx.workspaceId} and s.prospect_id = placed.id`);
    await tx.run(sql`
      insert into tag (workspace_id, id, name, name_key)
      select ${tx.workspaceId}, gen_random_uuid(), name, lower(name) from unnest(${tags}::text[]) as name`);
    await tx.run(sql`
      insert into prospect_tag (workspace_id, prospect_id, tag_id)
      select p.workspace_id, p.id, t.id
      from (select *, row_number() over (order by id) as n from prospect where workspace_id = ${tx.workspaceId}) p
      join (select *, row_number() over (order by name) as n from tag where workspace_id = ${tx.workspaceId}) t
        on p.n % 4 = t.n`);
    await tx.run(sql`delete from board_count where workspace_id = ${tx.workspaceId}`);
    await tx.run(sql`
      insert into board_count (workspace_id, kind, key, count)
      select workspace_id, 'stage', stage::text, count(*) from prospect where workspace_id = ${tx.workspaceId} group by workspace_id, stage
      union all
      select workspace_id, 'list', list_id::text, count(*) from prospect_list where workspace_id = ${tx.workspaceId} group by workspace_id, list_id
      union all
      select workspace_id, 'tag', tag_id::text, count(*) from prospect_tag where workspace_id = ${tx.workspaceId} group by workspace_id, tag_id`);
  });
}
