import { stageName, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { leadsClient, newLeads } from '../../test/leads-client.ts';
import { positionOf } from '../../test/prospects/position-of.ts';
import { recountBoards } from '../../test/prospects/recount-boards.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const boardsOf = async (token: string) => (await service.call(token, 'GET', '/boards')).data;

test('lists and tags are sorted by name, ignoring case, with id and count [boards.reads]', async () => {
  const { workspace, post, token } = await leadsClient(service);
  const people = newLeads(5);
  const lists: Record<string, string> = {};
  for (const [name, size] of [
    ['Zebra', 3],
    ['apple', 5],
    ['mango', 1],
    ['Éclair', 2],
  ] as const)
    lists[name] = (await post(people.slice(0, size), { listName: name })).data.listId;
  await service.owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into tag (workspace_id, id, name, name_key)
      select ${workspace.id}, gen_random_uuid(), name, lower(name) from unnest(array['warm', 'Cold', 'empty']) as name`);
    await tx.run(sql`
      insert into prospect_tag (workspace_id, prospect_id, tag_id)
      select workspace_id, p.id, t.id from prospect p join tag t using (workspace_id)
      where workspace_id = ${workspace.id} and (t.name = 'Cold' or (t.name = 'warm' and p.email = ${people[0]!.email!}))`);
    await recountBoards(tx);
  });
  const boards = await boardsOf(token);
  expect(boards.lists).toEqual([
    { id: lists['apple'], name: 'apple', count: 5 },
    { id: lists['Éclair'], name: 'Éclair', count: 2 },
    { id: lists['mango'], name: 'mango', count: 1 },
    { id: lists['Zebra'], name: 'Zebra', count: 3 },
  ]);
  expect(boards.tags).toMatchObject([
    { name: 'Cold', count: 5 },
    { name: 'empty', count: 0 },
    { name: 'warm', count: 1 },
  ]);
});

test('every stage has its own count, in pipeline order [prospects.stages]', async () => {
  const { workspace, post, token } = await leadsClient(service);
  const { data } = await post(newLeads(28));
  await service.owner.transaction(workspace.id, async (tx) => {
    // Stage number n gets n + 1 prospects: 1 + 2 + … + 7 = 28.
    const placed = stages.flatMap((stage, n) => Array<string>(n + 1).fill(stage));
    await tx.run(sql`
      update prospect p
      set stage = wanted.stage, stage_position = ${positionOf(sql`wanted.stage`)}
      from unnest(${data.prospectIds}::uuid[], ${placed}::stage[]) as wanted (id, stage)
      where p.workspace_id = ${workspace.id} and p.id = wanted.id`);
    await recountBoards(tx);
  });
  expect((await boardsOf(token)).stages).toEqual(
    stages.map((stage, n) => ({ id: stage, name: stageName[stage], position: n, count: n + 1 })),
  );
});
