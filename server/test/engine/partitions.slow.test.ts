import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createAllPartitions,
  dropOldPartitions,
  missingPartitions,
  type PartitionedTable,
  partitionedTableNames,
} from '../../src/maintenance/partitions.ts';
import { sqlState } from '../../src/platform/db/database-failure.ts';
import { Database } from '../../src/platform/db/index.ts';
import { testService } from '../service.ts';
import { connectClient } from './connection.ts';

const service = await testService();
const { database } = service;
const [owner, locker, app, other] = await Promise.all([
  connectClient(database.ownerUrl),
  connectClient(database.ownerUrl),
  connectClient(database.appUrl),
  connectClient(database.appUrl),
]);
const db = new Database({
  url: database.appUrl,
  poolSize: 1,
  timeouts: { statementMs: 30_000, lockMs: 20_000 },
  inBackground: true,
});
afterAll(() => db.close());
// A test that fails must not leave its lock to the next.
afterEach(() => locker.query('rollback'));

/** Drops the old partitions of every table, and returns their names. */
const dropAllOld = async () =>
  (await Promise.all(partitionedTableNames.map((table) => dropOldPartitions(db, table)))).flatMap(
    ({ dropped }) => dropped,
  );

interface Kind {
  table: string;
  /** Its name in the maintenance code. */
  group: PartitionedTable;
  /** The start of the period that many periods ahead, in UTC. */
  startOf: (ahead: number) => Date;
  /** The suffix of a partition's name. */
  suffix: (start: Date) => string;
  make: string;
  /** The number of periods created in advance. */
  ahead: number;
  /** The column that decides which partition a row belongs to. */
  by: string;
  columns: string;
  values: string;
  /** The number of whole periods kept before the current one. */
  kept: number;
}

const lockNotAvailable = '55P03';

const now = new Date();
const day = (ahead: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead));
const underscored = (text: string) => text.replaceAll('-', '_');
const byDay = {
  group: 'deliveries' as PartitionedTable,
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
    group: 'events',
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
    group: 'request log',
    make: 'select make_request_log_partitions()',
    kept: 14,
    by: 'at',
    columns: 'correlation_id, method, status, ms, user_id, replayed, request_bytes, sent, problems',
    values: `gen_random_uuid(), 'GET', 200, 1, gen_random_uuid(), false, 0, '{}', '[]'`,
  },
];

// Yesterday's partitions exist if the tests started before midnight.
for (const { table, suffix, startOf } of kinds)
  await owner.query(`drop table if exists ${table}_${suffix(startOf(-1))}`);

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

  test('a migrated database has the partitions of this period and the next ones', async () => {
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

  test('a row without a partition for its period is rejected', async () => {
    const none = `no partition of relation "${table}" found`;
    await expect(insertAt(startOf(kind.ahead + 1))).rejects.toThrow(none);
    await expect(insertAt(new Date(startOf(0).getTime() - 1))).rejects.toThrow(none);
  });

  test('outcrop_app creates missing partitions, from two connections at once, and gets no privileges on them', async () => {
    for (let round = 0; round < 10; round++) {
      await owner.query(`drop table ${beforeLast}, ${last}`);
      // On a slow machine, one call may exceed the lock timeout of the function.
      const tried = await Promise.allSettled([app.query(make), other.query(make)]);
      const failures = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(failures.filter((error) => sqlState(error) !== lockNotAvailable)).toEqual([]);
      expect(await partitions()).toEqual(all);
    }
    await expect(app.query(`select from ${last}`)).rejects.toThrow('permission denied');
  });

  test('a process is not ready while the current or the next partition is missing', async () => {
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

  test('partitions within the retention period stay, and older ones are dropped', async () => {
    for (const behind of [1, kept, kept + 1, kept + 2]) await makeOld(behind);
    const dropped = await dropAllOld();
    expect(dropped.filter((name) => name.startsWith(`${table}_2`))).toEqual([
      partition(-kept - 2),
      partition(-kept - 1),
    ]);
    expect(await partitions()).toEqual([partition(-kept), partition(-1), ...all]);
    expect(await dropAllOld()).toEqual([]);
    await owner.query(`drop table ${partition(-kept)}, ${partition(-1)}`);
  });

  test('partitions are created during a backup, and inserts do not wait', async () => {
    await owner.query(`drop table ${beforeLast}, ${last}`);
    const release = await lockLikeBackup(table);
    await app.query(make);
    expect(await partitions()).toEqual(all);
    expect((await insertAt(startOf(kind.ahead))).rows).toEqual([{ name: last }]);
    await release();
  });

  test('while a lock prevents attaching a partition, inserts continue and the attempt times out', async () => {
    await owner.query(`drop table ${last}`);
    // The lock mode of `analyze`.
    await locker.query('begin');
    await locker.query(`lock table ${table} in share update exclusive mode`);
    const made = app.query(make).then(
      () => 'made',
      (error: Error) => error.message,
    );
    await expect.poll(isAppWaiting).toBe(true);
    expect((await insertAt(startOf(0))).rows).toEqual([{ name: partition(0) }]);
    expect(await made).toBe('canceling statement due to lock timeout');
    await locker.query('rollback');
    await app.query(make);
    expect(await partitions()).toEqual(all);
  });

  test('a detached partition is attached again with its rows; until then a process is not ready', async () => {
    const next = partition(1);
    await insertAt(startOf(1));
    await owner.query(`alter table ${table} detach partition ${next}`);
    expect(await missingPartitions(db)).toEqual([`the partition ${next} is missing`]);
    await app.query(make);
    expect(await missingPartitions(db)).toEqual([]);
    expect(await partitions()).toEqual(all);
    const rows = await owner.query(`select from ${table} where ${by} = $1`, [startOf(1)]);
    expect(rows.rowCount).toBe(1);
    await owner.query(`delete from ${table}`);
  });

  test('an attached partition has the same indexes and constraints as one created as a partition', async () => {
    await owner.query(`drop table if exists ${partition(-1)}`);
    await makeOld(1);
    await owner.query(`drop table ${last}`);
    await app.query(make);
    expect(await shapeOf(last)).toEqual(await shapeOf(partition(-1)));
    expect((await shapeOf(last)).length).toBeGreaterThan(3);
    await owner.query(`drop table ${partition(-1)}`);
  });

  test('old partitions stay during a backup, and inserts wait only briefly', async () => {
    await owner.query(`drop table if exists ${partition(-1)}`);
    await makeOld(kept + 1);
    const release = await lockLikeBackup(table);
    const dropping = dropOldPartitions(db, kind.group);
    await insertAt(startOf(0));
    expect(await dropping).toEqual({ dropped: [], inUse: true });
    await release();
    expect(await dropOldPartitions(db, kind.group)).toEqual({
      dropped: [partition(-kept - 1)],
      inUse: false,
    });
  });
});

test('partitions are created for any given time, and missing ones are named', async () => {
  const missing = (at: string) => missingPartitions(db, new Date(at));
  const beforeMidnight = '2031-02-28T23:59:59.999Z';
  expect(await missing(beforeMidnight)).toEqual([
    'the partition delivery_2031_02_28 is missing',
    'the partition delivery_2031_03_01 is missing',
    'the partition delivery_attempt_2031_02_28 is missing',
    'the partition delivery_attempt_2031_03_01 is missing',
    'the partition event_2031_02 is missing',
    'the partition event_2031_03 is missing',
    'the partition message_body_2031_02 is missing',
    'the partition message_body_2031_03 is missing',
    'the partition message_word_2031_02 is missing',
    'the partition message_word_2031_03 is missing',
    'the partition request_log_2031_02_28 is missing',
    'the partition request_log_2031_03_01 is missing',
  ]);
  await createAllPartitions(db, new Date(beforeMidnight));
  expect(await missing(beforeMidnight)).toEqual([]);
  expect(await missing('2031-03-06T23:59:59.999Z')).toEqual([]);
  expect(await missing('2031-03-07T00:00:00.000Z')).toHaveLength(3);
  await createAllPartitions(db, new Date('2031-12-31T12:00:00Z'));
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'event'::regclass and inhrelid::regclass::text > 'event_2031' order by name`,
  );
  const months = ['02', '03', '04', '05', '12'].map((month) => `event_2031_${month}`);
  expect(rows.map(({ name }) => name)).toEqual([
    ...months,
    'event_2032_01',
    'event_2032_02',
    'event_2032_03',
  ]);
});

/** Holds the lock that pg_dump holds on every table while it runs. */
async function lockLikeBackup(table: string): Promise<() => Promise<unknown>> {
  await locker.query('begin');
  await locker.query(`lock table ${table} in access share mode`);
  return () => locker.query('rollback');
}

const { rows: own } = await app.query<{ pid: number }>('select pg_backend_pid() as pid');
async function isAppWaiting(): Promise<boolean> {
  const waits = await owner.query('select from pg_locks where pid = $1 and not granted', [
    own[0]!.pid,
  ]);
  return waits.rowCount! > 0;
}

/** Indexes and constraints of a partition, without their names and bounds. */
async function shapeOf(name: string): Promise<string[]> {
  const { rows } = await owner.query<{ shape: string }>(
    `select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', 'index ') || ' of ' ||
            coalesce((select inhparent::regclass::text from pg_inherits where inhrelid = indexrelid), 'none') as shape
     from pg_index where indrelid = $1::regclass
     union all
     select pg_get_constraintdef(oid) || ' inherited ' || coninhcount from pg_constraint where conrelid = $1::regclass
     union all
     select attname || ' ' || attnotnull || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = $1::regclass and attnum > 0
     union all
     select 'owner ' || relowner::regrole from pg_class where oid = $1::regclass
     order by 1`,
    [name],
  );
  return rows.map(({ shape }) => shape);
}
