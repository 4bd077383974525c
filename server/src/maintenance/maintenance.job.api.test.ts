import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { connectClient } from '../../test/engine/connection.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { Database } from '../platform/db/index.ts';
import { createLog } from '../platform/observe/log.ts';
import { type MaintenanceStep, runMaintenance } from './maintenance.job.ts';

const queue = await testQueue([]);
const owner = await connectClient(queue.database.ownerUrl);
const db = new Database({
  url: queue.database.appUrl,
  poolSize: 2,
  timeouts: { statementMs: 5_000, lockMs: 500 },
  inBackground: true,
});
afterAll(() => db.close());
const patient = { interval: 50 };

const month = (ahead: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
    .toISOString()
    .slice(0, 7);
};
const partition = (ahead: number) => `event_${month(ahead).replace('-', '_')}`;
const make = (ahead: number) =>
  owner.query(
    `create table ${partition(ahead)} partition of event
     for values from ('${month(ahead)}-01T00:00Z') to ('${month(ahead + 1)}-01T00:00Z')`,
  );
async function partitions(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'event'::regclass order by name`,
  );
  return rows.map(({ name }) => name);
}
/** Inserts idempotency keys that are n hours old, for each n. */
const keepAnswers = (workspaceId: string, hours: number) =>
  owner.query(
    `insert into idempotency (workspace_id, scope, body_hash, data, created_at)
     select $1, sha256(n::text::bytea), sha256(''), '{}', now() - n * interval '1 hour'
     from generate_series(1, $2) as n`,
    [workspaceId, hours],
  );
const answers = async () =>
  (await owner.query<{ age: string }>(`select (now() - created_at)::text as age from idempotency`))
    .rowCount;

test('a worker runs maintenance when it starts: it creates partitions and deletes events older than 13 months and expired idempotency keys, sessions, codes and invitations', async () => {
  for (const ahead of [-15, -14, -13, -1]) await make(ahead);
  await owner.query(`drop table ${partition(3)}`);
  const { id } = await queue.workspace();
  await keepAnswers(id, 12_030);
  expect(await answers()).toBe(12_030);
  await owner.query(`
    insert into auth."user" ("id", "name", "email") values (gen_random_uuid(), 'Old', 'old@outcrop.example');
    insert into auth."session" ("token", "userId", "updatedAt", "expiresAt")
    select n::text, "id", now(), now() + (n - 2) * interval '1 hour'
    from auth."user", generate_series(1, 3) as n where "email" = 'old@outcrop.example';
    insert into auth."verification" ("identifier", "value", "expiresAt")
    select n::text, 'x', now() + (n - 2.5) * interval '1 hour' from generate_series(1, 3) as n`);
  await owner.query(
    `insert into invitation (workspace_id, id, email, role, code_hash, invited_by, expires_at)
     select $1, gen_random_uuid(), n::text, 'viewer', sha256(n::text::bytea), gen_random_uuid(),
            now() + (n - 1.5) * interval '1 hour'
     from generate_series(1, 3) as n`,
    [id],
  );

  const workers = await Promise.all([queue.startWorker(), queue.startWorker()]);
  await expect.poll(answers, patient).toBe(23);
  const over = `
    select (select count(*)::int from auth."session") as sessions,
           (select count(*)::int from auth."verification") as codes,
           (select count(*)::int from invitation) as invitations`;
  await expect
    .poll(async () => (await owner.query(over)).rows[0], patient)
    .toEqual({ sessions: 1, codes: 1, invitations: 2 });
  expect(await partitions()).toEqual([-13, -1, 0, 1, 2, 3].map(partition));
  expect(queue.log).toContainEqual(
    expect.objectContaining({ dropped: [partition(-15), partition(-14)], job: 'maintenance' }),
  );
  expect(await queue.jobs('maintenance')).toHaveLength(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('a step that waits for a lock times out and is reported; every other step runs', async () => {
  const { id } = await queue.workspace();
  await keepAnswers(id, 30);
  await make(-20);
  const reader = await connectClient(queue.database.ownerUrl);
  await reader.query('begin');
  await reader.query('lock table event in access share mode');
  await reader.query('lock table import_file, invitation in access exclusive mode');

  const log: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      log.push(JSON.parse(String(line)));
      done();
    },
  });
  const run = runMaintenance({ db })({
    signal: new AbortController().signal,
    log: createLog('info', sink),
  });
  await expect(run).rejects.toThrow(
    /^2 of \d+ steps failed: delete old imports \(.*lock timeout\); delete expired invitations \(.*lock timeout\)$/,
  );
  const failed = log.filter(({ level }) => level === 50).map(({ step }) => step);
  expect(failed).toEqual(['delete old imports', 'delete expired invitations']);
  expect(await answers()).toBe(46);
  // A table in use is not a failure; its old rows are deleted in a later run.
  expect(log).toContainEqual(expect.objectContaining({ level: 40, table: 'events' }));
  expect(await partitions()).toContain(partition(-20));
  await reader.query('rollback');
  await runMaintenance({ db })({ signal: new AbortController().signal, log: createLog('silent') });
  expect(await partitions()).not.toContain(partition(-20));
});

test('each step has its own time limit, and none starts once the worker stops', async () => {
  const started: string[] = [];
  const stopping = new AbortController();
  const step = (name: string, run: MaintenanceStep['run'] = async () => {}): MaintenanceStep => ({
    name,
    run: async (context) => {
      started.push(name);
      await run(context);
    },
  });
  const signals: AbortSignal[] = [];
  const steps = [
    step('first', async ({ signal }) => void signals.push(signal)),
    step('second', async ({ signal }) => {
      signals.push(signal);
      stopping.abort();
    }),
    step('third'),
  ];
  await runMaintenance({ db }, steps)({ signal: stopping.signal, log: createLog('silent') });
  expect(started).toEqual(['first', 'second']);
  expect(signals[0]).not.toBe(signals[1]);
  expect(signals[1]!.aborted).toBe(true);
});

test('a worker starts during a backup, and while future partitions cannot be created', async () => {
  await owner.query(`drop table ${partition(3)}`);
  const reader = await connectClient(queue.database.ownerUrl);
  await reader.query('begin');
  await reader.query(
    'lock table event, delivery, delivery_attempt, request_log in access share mode',
  );
  await (await queue.startWorker()).stop();
  expect(await partitions()).toContain(partition(3));
  await reader.query('rollback');

  await owner.query(`drop table ${partition(3)}`);
  await reader.query('begin');
  await reader.query('lock table event in share update exclusive mode');
  await (await queue.startWorker()).stop();
  expect(queue.log).toContainEqual(
    expect.objectContaining({
      level: 50,
      msg: 'not all partitions could be created; maintenance tries again',
    }),
  );
  await reader.query('rollback');
});

test('a worker without tomorrow’s partition fails to start with a clear error', async () => {
  await owner.query(`drop table ${partition(1)}`);
  const reader = await connectClient(queue.database.ownerUrl);
  await reader.query('begin');
  await reader.query('lock table event in share update exclusive mode');
  await expect(queue.startWorker()).rejects.toThrow(
    `Tables cannot be created: the partition ${partition(1)} is missing.`,
  );
  await reader.query('rollback');
  await (await queue.startWorker()).stop();
  expect(await partitions()).toContain(partition(1));
});

test('old webhook hours are deleted', async () => {
  const { id } = await queue.workspace();
  await owner.query(
    `with made as (
       insert into webhook (workspace_id, id, url, events, secret)
       values ('${id}', gen_random_uuid(), 'https://receiver.example', array['*'], 'sealed') returning *)
     insert into webhook_hour (workspace_id, webhook_id, hour)
     select workspace_id, id, date_trunc('hour', now()) - n * interval '1 hour' from made, generate_series(0, 99) as n`,
  );
  await runMaintenance({ db })({ signal: new AbortController().signal, log: createLog('silent') });
  const { rows } = await owner.query<{ hours: string }>(
    `select count(*) as hours from webhook_hour where workspace_id = '${id}'`,
  );
  expect(Number(rows[0]!.hours)).toBeGreaterThanOrEqual(25);
  expect(Number(rows[0]!.hours)).toBeLessThanOrEqual(26);
});

test('maintenance runs once an hour, however many workers there are', async () => {
  await owner.query(
    `update pgboss.job set singleton_on = singleton_on - interval '1 hour' where name = 'maintenance'`,
  );
  const workers = await Promise.all([queue.startWorker(), queue.startWorker()]);
  await expect.poll(async () => (await queue.jobs('maintenance')).length, patient).toBe(2);
  await Promise.all(workers.map((worker) => worker.stop()));
});
