import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testService } from '../service.ts';
import { connect } from './connection.ts';

const service = await testService();
const { database } = service;
const [owner, app, other] = await Promise.all([
  connect(database.ownerUrl),
  connect(database.appUrl),
  connect(database.appUrl),
]);

const startOf = (monthsAhead: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead));
};
const partition = (monthsAhead: number) =>
  `event_${startOf(monthsAhead).toISOString().slice(0, 7).replace('-', '_')}`;
const ahead = [0, 1, 2, 3].map(partition);

async function partitions(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'event'::regclass order by name`,
  );
  return rows.map(({ name }) => name);
}

const insertAt = (time: Date) =>
  owner.query(
    `insert into event (workspace_id, id, created_at, type, actor_kind, data)
     values ($1, $2, $3, 'webhook.test', 'user', '{}') returning tableoid::regclass::text as name`,
    [randomUUID(), randomUUID(), time],
  );

const make = 'select make_event_partitions()';

test('a migrated database has the partitions of this month and of the three after it', async () => {
  expect(await partitions()).toEqual(ahead);
});

test('a partition holds its month in UTC, from the first millisecond to the last', async () => {
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    await owner.query(`drop table ${ahead[3]}`);
    await app.query(`set timezone = '${zone}'`);
    await app.query(make);
    const last = new Date(startOf(4).getTime() - 1);
    for (const [time, name] of [
      [startOf(3), ahead[3]],
      [last, ahead[3]],
      [new Date(startOf(3).getTime() - 1), ahead[2]],
    ] as const)
      expect((await insertAt(time)).rows).toEqual([{ name }]);
  }
});

test('a row of a month that has no partition is refused', async () => {
  await expect(insertAt(startOf(4))).rejects.toThrow('no partition of relation "event" found');
  await expect(insertAt(new Date(startOf(0).getTime() - 1))).rejects.toThrow('no partition');
});

test('outcrop_app makes what is missing, from two connections at once, and gets no right to it', async () => {
  for (let round = 0; round < 20; round++) {
    await owner.query(`drop table ${ahead[2]}, ${ahead[3]}`);
    await Promise.all([app.query(make), other.query(make)]);
    expect(await partitions()).toEqual(ahead);
  }
  await expect(app.query(`select from ${ahead[3]}`)).rejects.toThrow('permission denied');
});

test('a process is not ready while the next partition is missing', async () => {
  const ready = () => fetch(`${service.origin}/readyz`);
  expect((await ready()).status).toBe(200);
  await owner.query(`drop table ${ahead[1]}`);
  const answer = await ready();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain(`the partition ${ahead[1]} is missing`);
  await app.query(make);
  expect((await ready()).status).toBe(200);
});
