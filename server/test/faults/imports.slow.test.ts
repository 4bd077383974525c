import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { importsClient } from '../imports/imports-client.ts';
import { testService } from '../service.ts';
import { sized } from '../size.ts';
import { startProcess } from './process.ts';

const kills = sized(2, 20);
const rows = 1_000 * (kills + 1);
const service = await testService();
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const startWorker = () =>
  startProcess(workerMain, 'working', { DATABASE_URL: service.database.appUrl });
const polling = { interval: 20 };

/** Every fortieth row is invalid. */
const isBad = (n: number) => n % 40 === 7;
const badOf = (count: number) => Array.from({ length: count }, (_, n) => n).filter(isBad);
const bad = badOf(rows);
const fileOf = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, n) =>
    isBad(n) ? `Person ${n},no address\n` : `Person ${n},p${n}@x.example\n`,
  ).join('')}`;

test(
  'an import whose workers are killed repeatedly imports every row once [imports.once tasks.once]',
  async () => {
    const {
      upload,
      start,
      read,
      waitForEnd: ended,
      failures,
      events,
      workspace,
      expectExactCounts,
    } = await importsClient(service);
    const { id } = await upload(fileOf(rows));
    const { data } = await start('run', id, { listName: 'Fair', tagName: 'Met' });
    const done = async () => (await read(data.task.id)).done;

    for (let killed = 0; killed < kills; killed++) {
      const worker = await startWorker();
      const before = await done();
      await expect.poll(done, polling).toBeGreaterThanOrEqual(killed * 1_000 + 200);
      await worker.kill();
      expect(await done()).toBeGreaterThanOrEqual(before);
    }
    const last = await startWorker();
    const inserted = rows - bad.length;
    expect(await ended(data.task.id)).toMatchObject({
      status: 'done',
      total: rows,
      done: rows,
      failed: bad.length,
      counts: {
        inserted,
        updated: 0,
        skipped: 0,
        repeated: 0,
        failed: bad.length,
        quotaBlocked: 0,
      },
    });
    await last.kill();
    const numbers = (await failures(data.task.id)).map(({ number }) => number);
    expect(numbers).toEqual(bad.slice(0, 500).map((n) => n + 2));
    for (const kind of ['prospect.created', 'list.member_added', 'prospect.tagged'] as const) {
      const prospectIds = (await events(kind)).map(({ prospectId }) => prospectId);
      expect([prospectIds.length, new Set(prospectIds).size]).toEqual([inserted, inserted]);
    }
    const [usage] = await service.owner.ask<{ imports: number }>(
      sql`select imports from workspace_usage where workspace_id = ${workspace.id}`,
    );
    expect(usage!.imports).toBe(inserted);
    await expectExactCounts();
  },
  600_000 + kills * 30_000,
);

test('a dry run whose worker is killed is restarted, reports each row once and changes nothing [imports.dry-run-nothing tasks.once]', async () => {
  const {
    upload,
    start,
    read,
    waitForEnd: ended,
    failures,
    prospects,
    lists,
    events,
  } = await importsClient(service);
  // So many that the worker is killed before it is done.
  const many = 20_000;
  const manyBad = badOf(many);
  const { id } = await upload(fileOf(many));
  const { data } = await start('dry-run', id, { listName: 'Fair' });
  const worker = await startWorker();
  await expect.poll(async () => (await read(data.task.id)).done, polling).toBeGreaterThan(0);
  await worker.kill();
  expect(await read(data.task.id)).toMatchObject({ status: 'running', counts: {} });
  const last = await startWorker();
  expect(await ended(data.task.id)).toMatchObject({
    status: 'done',
    done: many,
    failed: manyBad.length,
    counts: { inserted: many - manyBad.length, failed: manyBad.length },
  });
  await last.kill();
  expect(await failures(data.task.id)).toHaveLength(Math.min(500, manyBad.length));
  expect([await prospects(), await lists(), await events()]).toEqual([[], [], []]);
});
