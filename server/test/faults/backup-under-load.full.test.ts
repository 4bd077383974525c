import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runMaintenance } from '../../src/maintenance/maintenance.job.ts';
import { createAllPartitions, missingPartitions } from '../../src/maintenance/partitions.ts';
import { sql } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { newLeads } from '../leads-client.ts';
import { sizeForRun } from '../run-size.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { setUpWebhooks, webhooksClient } from '../webhooks/webhooks-client.ts';
import { postgresBinary } from './postgres-binaries.ts';

const { service, queue, startWorker } = await setUpWebhooks();
const { owner } = service;
const loadMs = sizeForRun(4_000, 20_000);

/** A pg_dump that runs until its output is read, so that the test decides how long it takes. */
async function startDump() {
  const dump = spawn(postgresBinary('pg_dump'), ['--dbname', service.database.adminUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(dump, 'exit');
  const locked = sql`
    select 1 from pg_locks join pg_stat_activity using (pid)
    where application_name = 'pg_dump' and datname = current_database() and relation = 'event'::regclass`;
  await expect.poll(async () => (await owner.query(locked)).length, { timeout: 20_000 }).toBe(1);
  return {
    isUnderWay: async () => (await owner.query(locked)).length === 1,
    finish: async () => {
      const [output, [code]] = await Promise.all([text(dump.stdout), exited]);
      return { output, code: code as number };
    },
  };
}

test('during a backup that lasts over midnight and the end of a month, under load, no request fails and every webhook arrives', async () => {
  // More than fits into a pipe, so that the dump waits for its reader.
  await owner.query(sql`create table filler as
      select n, repeat(md5(n::text), 100) as text from generate_series(1, 2000) as n`);
  await owner.query(sql`create table event_2001_01 partition of event
      for values from ('2001-01-01T00:00Z') to ('2001-02-01T00:00Z')`);
  const receiver = await startWebhookReceiver();
  const callers = await Promise.all(
    [1, 2, 3].map(async () => {
      const account = await webhooksClient(service);
      await account.register(receiver.url, ['prospect.created']);
      return Promise.all([1, 2, 3, 4].map(() => account.workspace.token('member')));
    }),
  );
  await startWorker();

  const dump = await startDump();
  const until = Date.now() + loadMs;
  const statuses: number[] = [];
  let inserted = 0;
  const load = callers.flat().map(async (token) => {
    while (Date.now() < until) {
      const begun = Date.now();
      const { status, data } = await service.call(token, 'POST', '/leads', {
        body: { leads: newLeads(2) },
      });
      statuses.push(status);
      inserted += data?.inserted ?? 0;
      await sleep(Math.max(0, 1_100 - (Date.now() - begun)));
    }
  });

  const now = new Date();
  const midnight = (days: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
  const monthsEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const readiness: number[] = [];
  for (const instant of [midnight(1), midnight(2), monthsEnd]) {
    await createAllPartitions(queue.db, instant);
    expect(await missingPartitions(queue.db, instant)).toEqual([]);
    await startWorker();
    readiness.push((await fetch(`${service.origin}/readyz`)).status);
  }
  const log = createLog('silent');
  await runMaintenance(queue, undefined, midnight(1))({ signal: AbortSignal.timeout(60_000), log });
  expect(await dump.isUnderWay()).toBe(true);
  await Promise.all(load);

  expect(await dump.isUnderWay()).toBe(true);
  expect(readiness).toEqual([200, 200, 200]);
  expect(statuses.length).toBeGreaterThanOrEqual(callers.flat().length);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(inserted).toBe(2 * statuses.length);
  await receiver.waitForRequests(inserted, 20_000);
  expect(queue.log.filter(({ msg }) => String(msg).startsWith('job failed'))).toEqual([]);

  const { output, code } = await dump.finish();
  expect(code).toBe(0);
  expect(output).toContain('PostgreSQL database dump complete');
  // After the backup, old partitions are dropped.
  await runMaintenance(queue)({ signal: AbortSignal.timeout(60_000), log });
  expect(await owner.query(sql`select 1 where to_regclass('event_2001_01') is not null`)).toEqual(
    [],
  );
});
