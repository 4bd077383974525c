import type { ManageData } from '@outcrop/contract';
import { stages } from '@outcrop/contract/stages';
import { expect, test } from 'vitest';
import { prospectsClient } from '../../test/prospects-client.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

type Columns = ManageData<'getPipeline'>['columns'];

async function pipeline() {
  const account = await prospectsClient(service);
  const call = (path: string, query: Record<string, string> = {}) =>
    service.call(account.token, 'GET', path, { query });
  const columns = async (query = {}): Promise<Columns> =>
    (await call('/api/v1/manage/pipeline', query)).data.columns;
  return { ...account, call, columns };
}

test('every stage has its first page, and its cursor continues in GET /prospects', async () => {
  const { addProspects, bulk, columns, call } = await pipeline();
  const ids = await addProspects(40);
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: ids.slice(0, 30) });
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds: ids.slice(25, 35) });

  const all = await columns();
  expect(all.map(({ stage }) => stage)).toEqual(stages);
  for (const { stage, ...column } of all) {
    const { data } = await call('/prospects', { stage });
    const { page: _, pageSize: __, ...first } = data;
    expect(column).toEqual(first);
  }
  const meeting = all.find(({ stage }) => stage === 'meeting')!;
  expect(meeting).toMatchObject({ total: 30, totalIsCapped: false });
  const { data: rest } = await call('/prospects', {
    stage: 'meeting',
    cursor: meeting.nextCursor!,
  });
  expect(rest.prospects).toHaveLength(5);

  const { data: boards } = await call('/boards');
  const tagged = await columns({ tagId: boards.tags[0].id });
  expect(tagged.map(({ total }) => total)).toEqual([5, 0, 0, 0, 5, 0, 0]);
});

test('only a change of stage changes the time of the stage', async () => {
  const { addLead, bulk, read, edit } = await pipeline();
  const id = await addLead({ fullName: 'Amara Okafor' });
  expect((await read(id)).stageChangedAt).toBeNull();
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [id] });
  const { stageChangedAt, updatedAt } = await read(id);
  expect(Math.abs(Date.parse(stageChangedAt!) - Date.parse(updatedAt))).toBeLessThan(60_000);
  await edit(id, { title: 'Buyer' });
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [id] });
  expect((await read(id)).stageChangedAt).toBe(stageChangedAt);
});

test('a new prospect starts in the given stage, and an existing one stays in its own', async () => {
  const { create, read, events, expectExactCounts } = await pipeline();
  const lead = { fullName: 'Amara Okafor', email: 'amara@saltmarsh.example' };
  const trial = await create({ ...lead, stage: 'meeting', dryRun: true });
  expect(trial.data).toMatchObject({ status: 'inserted', prospect: null });
  const { data } = await create({ ...lead, stage: 'meeting' });
  expect(data).toMatchObject({ status: 'inserted', prospect: { stage: 'meeting' } });
  expect(await events('prospect.stage_changed')).toHaveLength(1);
  await create({ ...lead, title: 'Buyer', stage: 'customer' });
  expect(await read(data.prospectId)).toMatchObject({ title: 'Buyer', stage: 'meeting' });
  await expectExactCounts();
});
