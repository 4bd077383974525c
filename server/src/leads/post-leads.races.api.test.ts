import { expect, test } from 'vitest';
import { createPlan, leadsClient, newLeads } from '../../test/leads-client.ts';
import { countRecords, overlappingLeads } from '../../test/races/lead-checks.ts';
import { testService } from '../../test/service.ts';

const callers = 8;
// A workspace gets a quarter of the pool, which is enough for all callers at the same time.
const service = await testService({ config: { DATABASE_POOL_SIZE: 4 * callers } });

const concurrently = <T>(call: (caller: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
const ok = Array(callers).fill(200);

test('concurrent requests import no more than the plan allows', async () => {
  const client = await leadsClient(service, await createPlan(service, 25));
  const answers = await concurrently(() => client.post(newLeads(10)));
  expect(answers.map(({ status }) => status)).toEqual(ok);
  expect(answers.reduce((sum, { data }) => sum + data.inserted, 0)).toBe(25);
  for (const { data } of answers) expect(data.quota.remaining).toBeGreaterThanOrEqual(0);
  expect(await countRecords(service.owner, client.workspace.id)).toMatchObject({
    imports: 25,
    prospects: 25,
  });
});

test('concurrent requests create one prospect for each person', async () => {
  const client = await leadsClient(service);
  const { leads, people } = overlappingLeads(8);
  const answers = await concurrently((caller) =>
    client.post(caller % 2 ? [...leads, ...leads] : leads.toReversed()),
  );
  expect(answers.map(({ status }) => status)).toEqual(ok);
  expect(answers.reduce((sum, { data }) => sum + data.inserted, 0)).toBe(people);
  expect(await countRecords(service.owner, client.workspace.id)).toMatchObject({
    duplicates: 0,
    prospects: people,
  });
});

test('concurrent requests with one new name create one list', async () => {
  const client = await leadsClient(service);
  const names = ['Trade fair', ' TRADE FAIR ', 'trade  fair'];
  const answers = await concurrently((caller) =>
    client.post(newLeads(1), { listName: names[caller % names.length] }),
  );
  expect(answers.map(({ status }) => status)).toEqual(ok);
  expect(new Set(answers.map(({ data }) => data.listId)).size).toBe(1);
  expect(await client.lists()).toMatchObject([{ count: callers }]);
});
