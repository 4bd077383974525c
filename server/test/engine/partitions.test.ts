import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dropOldPartitions } from '../../src/events/partitions.ts';
import { Database } from '../../src/platform/db/index.ts';
import { testService } from '../service.ts';
import { connect } from './connection.ts';

const service = await testService();
const { database } = service;
const [owner, app, other] = await Promise.all([
  connect(database.ownerUrl),
  connect(database.appUrl),
  connect(database.appUrl),
]);
const db = new Database({
  url: database.appUrl,
  poolSize: 1,
  timeouts: { statementMs: 5_000, lockMs: 2_000 },
});
afterAll(() => db.close());

interface Kind {
  table: string;
  /** When the period begins that lies so many ahead, in UTC. */
  startOf: (ahead: number) => Date;
  /** What stands behind the table's name in that of a partition. */
  suffix: (start: Date) => string;
  make: string;
  /** How many periods are made ahead. */
  ahead: number;
  /** The column that decides which partition a row belongs to. */
  by: string;
  columns: string;
  values: string;
  /** How many whole periods are kept beside the current one. */
  kept: number;
}

const now = new Date();
const day = (ahead: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead));
const underscored = (text: string) => text.replaceAll('-', '_');
const byDay = {
  startOf: day,
  suffix: (start: Date) => underscored(start.toISOString().slice(0, 10)),
  make: 'select make_delivery_partitions()',
  ahead: 7,
  kept: 30,
  by: 'created_at',
};
const kinds: Kind[] = [
  {
    table: 'event',
    startOf: (ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)),
    suffix: (start) => underscored(start.toISOString().slice(0, 7)),
    make: 'select make_event_partitions()',
    ahead: 3,
    by: 'created_at',
    columns: 'id, type, actor_kind, data',
    values: `gen_random_uuid(), 'webhook.test', 'user', '{}'`,
    kept: 13,
  },
  {
    ...byDay,
    table: 'delivery',
    columns: 'id, webhook_id, event_id, event_at, event_type, next_attempt_at',
    values: `gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), 'webhook.test', now()`,
  },
  {
    ...byDay,
    table: 'delivery_attempt',
    columns: 'delivery_id, number, ms, answer_headers, answer_body',
    values: `gen_random_uuid(), 1, 1, '{}', ''`,
  },
  {
    ...byDay,
    table: 'request_log',
    make: 'select make_request_log_partitions()',
    kept: 14,
    by: 'at',
    columns: 'correlation_id, method, status, ms, user_id, replayed, request_bytes, sent, problems',
    values: `gen_random_uuid(), 'GET', 200, 1, gen_random_uuid(), false, 0, '{}', '[]'`,
  },
];

describe.each(kinds.map((kind) => [kind.table, kind] as const))('%s', (table, kind) => {
  const { startOf, suffix, make, by, columns, values, kept } = kind;
  const partition = (ahead: number) => `${table}_${suffix(startOf(ahead))}`;
  const all = Array.from({ length: kind.ahead + 1 }, (_, n) => partition(n));
  const [last, beforeLast] = [all.at(-1)!, all.at(-2)!];
  const partitions = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = '${table}'::regclass order by name`,
    );
    return rows.map(({ name }) => name);
  };
  const insertAt = (time: Date) =>
    owner.query(
      `insert into ${table} (workspace_id, ${by}, ${columns})
       values ($1, $2, ${values}) returning tableoid::regclass::text as name`,
      [randomUUID(), time],
    );
  const makeOld = (behind: number) =>
    owner.query(
      `create table ${partition(-behind)} partition of ${table}
       for values from ('${startOf(-behind).toISOString()}') to ('${startOf(1 - behind).toISOString()}')`,
    );
  beforeEach(async () => {
    for (const { make } of kinds) await app.query(make);
  });

  test('a migrated database has the partitions of this period and of some after it', async () => {
    expect(await partitions()).toEqual(all);
  });

  test('a partition holds its period in UTC, from the first millisecond to the last', async () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
      await owner.query(`drop table ${last}`);
      await app.query(`set timezone = '${zone}'`);
      await app.query(make);
      const [start, end] = [startOf(kind.ahead), startOf(kind.ahead + 1)];
      for (const [time, name] of [
        [start, last],
        [new Date(end.getTime() - 1), last],
        [new Date(start.getTime() - 1), beforeLast],
      ] as const)
        expect((await insertAt(time)).rows).toEqual([{ name }]);
    }
  });

  test('a row of a period that has no partition is refused', async () => {
    const none = `no partition of relation "${table}" found`;
    await expect(insertAt(startOf(kind.ahead + 1))).rejects.toThrow(none);
    await expect(insertAt(new Date(startOf(0).getTime() - 1))).rejects.toThrow(none);
  });

  test('outcrop_app makes what is missing, from two connections at once, and gets no right to it', async () => {
    for (let round = 0; round < 10; round++) {
      await owner.query(`drop table ${beforeLast}, ${last}`);
      await Promise.all([app.query(make), other.query(make)]);
      expect(await partitions()).toEqual(all);
    }
    await expect(app.query(`select from ${last}`)).rejects.toThrow('permission denied');
  });

  test('a process is not ready while this partition or the next is missing [events.partitions request-log.partitions]', async () => {
    const ready = () => fetch(`${service.origin}/readyz`);
    expect((await ready()).status).toBe(200);
    for (const missing of all.slice(0, 2)) {
      await owner.query(`drop table ${missing}`);
      const answer = await ready();
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain(`the partition ${missing} is missing`);
      await app.query(make);
      expect((await ready()).status).toBe(200);
    }
  });

  test('what is kept stays, and the period before it is dropped as a whole [events.13-months webhooks.log request-log.14-days]', async () => {
    for (const behind of [1, kept, kept + 1, kept + 2]) await makeOld(behind);
    const dropped = await dropOldPartitions(db);
    expect(dropped.filter((name) => name.startsWith(`${table}_2`))).toEqual([
      partition(-kept - 2),
      partition(-kept - 1),
    ]);
    expect(await partitions()).toEqual([partition(-kept), partition(-1), ...all]);
    expect(await dropOldPartitions(db)).toEqual([]);
    await owner.query(`drop table ${partition(-kept)}, ${partition(-1)}`);
  });
});

test('the hours of a webhook that nobody asks for any more are dropped as well', async () => {
  const workspace = await service.workspace();
  await owner.query(
    `with made as (
       insert into webhook (workspace_id, id, url, events, secret)
       values ('${workspace.id}', gen_random_uuid(), 'https://receiver.example', array['*'], 'sealed') returning *)
     insert into webhook_hour (workspace_id, webhook_id, hour)
     select workspace_id, id, date_trunc('hour', now()) - n * interval '1 hour' from made, generate_series(0, 99) as n`,
  );
  await dropOldPartitions(db);
  const { rows } = await owner.query<{ hours: string }>(
    `select count(*) as hours from webhook_hour where workspace_id = '${workspace.id}'`,
  );
  expect(Number(rows[0]!.hours)).toBeGreaterThanOrEqual(25);
  expect(Number(rows[0]!.hours)).toBeLessThanOrEqual(26);
});
