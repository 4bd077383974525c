import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

async function peopleIn(leads: Record<string, string>[], more: object = {}) {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const { data } = await service.call(token, 'POST', '/leads', { body: { leads, ...more } });
  expect(data.inserted).toBe(leads.length);
  const read = async () =>
    (await service.call(token, 'GET', '/prospects', { query: { pageSize: '100' } })).data.prospects;
  return { workspace, token, ids: data.prospectIds as string[], listId: data.listId, read };
}

const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('a record has its ten fields, status and times, and null for missing values', async () => {
  const lead = {
    fullName: 'Amara N. Okafor',
    firstName: 'Amara',
    lastName: 'Okafor',
    title: 'Head of Procurement',
    companyName: 'Saltmarsh Foods',
    linkedinUrl: 'https://www.linkedin.com/in/amara',
    website: 'saltmarsh.example',
    email: 'amara@saltmarsh.example',
    phone: '+1 415 555 0100',
    locationName: 'Lagos',
  };
  const { ids, read } = await peopleIn([lead], { sourceType: 'extension_search' });
  expect(await read()).toEqual([
    {
      id: ids[0],
      ...lead,
      phone: '+14155550100',
      stage: 'new',
      stageChangedAt: null,
      doNotContact: false,
      ownerId: null,
      enrichmentStatus: 'none',
      sourceType: 'extension_search',
      lists: [],
      tags: [],
      campaigns: [],
      firstTouchLine: null,
      enrichment: null,
      enrichmentError: null,
      createdAt: expect.stringMatching(ms),
      updatedAt: expect.stringMatching(ms),
      lastActivityAt: expect.stringMatching(ms),
    },
  ]);
});

test('an id is a uuid, and times have milliseconds [prospects.uuid]', async () => {
  const { read } = await peopleIn([{ fullName: 'Amara Okafor' }]);
  const [person] = await read();
  expect(person.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect([person.createdAt, person.updatedAt]).toEqual([
    expect.stringMatching(ms),
    expect.stringMatching(ms),
  ]);
});

test('a record contains its lists and tags by name, and its campaigns with their status and how far it is in them', async () => {
  const { workspace, token, ids, listId, read } = await peopleIn(
    [{ fullName: 'Ada', email: 'ada@outcrop.example' }, { fullName: 'Bob' }],
    { listName: 'Zebra' },
  );
  const join = async (listName: string) => {
    const body = { leads: [{ email: 'ada@outcrop.example' }], listName };
    return (await service.call(token, 'POST', '/leads', { body })).data.listId;
  };
  const [apple, mango] = [await join('apple'), await join('Mango')];
  const [tagId, running, archived] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  await service.owner.transaction(workspace.id, async (tx) => {
    await tx.run(
      sql`insert into tag (workspace_id, id, name, name_key) values (${workspace.id}, ${tagId}, 'Hot', 'hot')`,
    );
    await tx.run(
      sql`insert into prospect_tag (workspace_id, prospect_id, tag_id) values (${workspace.id}, ${ids[0]}, ${tagId})`,
    );
    await tx.run(sql`
      insert into campaign (workspace_id, id, name, status)
      values (${workspace.id}, ${running}, 'R', 'running'), (${workspace.id}, ${archived}, 'A', 'archived')`);
    await tx.run(sql`
      insert into enrollment (workspace_id, prospect_id, campaign_id, enrolled_at, status)
      values (${workspace.id}, ${ids[0]}, ${archived}, '2026-03-01', 'finished'),
             (${workspace.id}, ${ids[0]}, ${running}, '2026-03-02', 'waiting')`);
  });
  const people = await read();
  expect(people.find(({ id }: { id: string }) => id === ids[0])).toMatchObject({
    lists: [
      { id: apple, name: 'apple' },
      { id: mango, name: 'Mango' },
      { id: listId, name: 'Zebra' },
    ],
    tags: [{ id: tagId, name: 'Hot' }],
    campaigns: [
      { id: archived, name: 'A', status: 'archived', enrollmentStatus: 'finished' },
      { id: running, name: 'R', status: 'running', enrollmentStatus: 'waiting' },
    ],
  });
  expect(people.find(({ id }: { id: string }) => id === ids[1])).toMatchObject({
    lists: [{ id: listId, name: 'Zebra' }],
    tags: [],
    campaigns: [],
  });
});

test('a record contains the results of research', async () => {
  const { workspace, ids, read } = await peopleIn([{ fullName: 'Ada' }]);
  const enrichment = {
    summary: 'Leads procurement.',
    highlights: ['Opened a plant'],
    completedAt: '2026-03-03T08:30:41.007Z',
  };
  await service.owner.query(sql`
    update prospect set enrichment = ${JSON.stringify(enrichment)}, first_touch_line = 'Hello.',
           enrichment_status = 'enriched', do_not_contact = true, stage = 'meeting', stage_position = 5,
           created_at = '2026-03-01T10:20:30.4Z', updated_at = '2026-03-02T00:00:00+05:00'
    where workspace_id = ${workspace.id} and id = ${ids[0]}`);
  expect((await read())[0]).toMatchObject({
    enrichment,
    firstTouchLine: 'Hello.',
    enrichmentStatus: 'enriched',
    doNotContact: true,
    stage: 'meeting',
    createdAt: '2026-03-01T10:20:30.400Z',
    updatedAt: '2026-03-01T19:00:00.000Z',
  });
});

test('a search reflects the preceding write', async () => {
  const { token } = await peopleIn([{ fullName: 'Ada', email: 'ada@outcrop.example' }]);
  const search = async (query: Record<string, string>) =>
    (await service.call(token, 'GET', '/prospects', { query })).data.total;
  const change = async (lead: Record<string, string>, more = {}) =>
    (await service.call(token, 'POST', '/leads', { body: { leads: [lead], ...more } })).data;
  for (let n = 0; n < 5; n++) {
    expect(await search({ q: `title${n}` })).toBe(0);
    await change({ email: 'ada@outcrop.example', title: `Title${n}` });
    expect(await search({ q: `title${n}` })).toBe(1);
    if (n > 0) expect(await search({ q: `title${n - 1}` })).toBe(0);
  }
  const { listId } = await change({ email: 'ada@outcrop.example' }, { listName: 'Fair' });
  expect(await search({ listId })).toBe(1);
  expect(await search({ hasLinkedin: 'true' })).toBe(0);
  await change({ email: 'ada@outcrop.example', linkedinUrl: 'https://outcrop.example/people/ada' });
  expect(await search({ hasLinkedin: 'true' })).toBe(1);
  await change({ fullName: 'bob@outcrop.example', companyName: 'Outcrop' });
  await change({
    fullName: 'bob@outcrop.example',
    companyName: 'Outcrop',
    email: 'bob@outcrop.example',
  });
  expect(await search({ hasEmail: 'true' })).toBe(2);
});
