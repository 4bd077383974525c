import { errorMessages } from '@outcrop/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importsClient } from '../../test/imports/imports-client.ts';
import { createPlan } from '../../test/leads-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { sizeForRun } from '../../test/run-size.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);

/** The tables that a dry run changes. */
const traces = ['task', 'task_failure', 'audit_entry', 'queue_position'];

/** Many rows repeat the same few people; some rows are invalid. */
const row = fc
  .record({
    name: fc.constantFrom('', 'Amara', 'Bo', 'Cy'),
    company: fc.constantFrom('', 'Acme', 'Nordlys'),
    email: fc.constantFrom('', 'a@x.example', 'b@x.example', 'c@x.example', 'no address'),
    linkedin: fc.constantFrom('', 'linkedin.com/in/a', 'linkedin.com/in/b', 'linkedin.com/in/c'),
    title: fc.constantFrom('', 'Head', 'Buyer'),
  })
  .map((cells) => Object.values(cells).join());

test('a dry run returns the result of the real run, row by row, and stores nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      async (rows, quota, wantsList) => {
        const account = await importsClient(service, await createPlan(service, quota));
        await account.post([{ email: 'a@x.example' }, { linkedinUrl: 'linkedin.com/in/b' }]);
        const { id } = await account.upload(
          `Name,Company,Email,LinkedIn,Title\n${rows.join('\n')}\n`,
        );
        const order = wantsList ? { listName: 'Fair', tagName: 'Met' } : {};
        const before = await account.checksums();
        const dry = await account.finish('dry-run', id, order);
        const after = await account.checksums();
        expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(
          expect.arrayContaining(['task', 'audit_entry']),
        );
        for (const [table, sum] of Object.entries(after))
          if (!traces.includes(table)) expect([table, sum]).toEqual([table, before[table]]);

        const run = await account.finish('run', id, order);
        const { done, failed, total, status, counts } = dry;
        expect({ done, failed, total, status, counts }).toEqual({
          done: run.done,
          failed: run.failed,
          total: run.total,
          status: 'done',
          counts: run.counts,
        });
        const withoutIds = (response: object) =>
          JSON.parse(JSON.stringify(response).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'));
        expect(withoutIds(await account.failures(dry.id))).toEqual(
          withoutIds(await account.failures(run.id)),
        );
        await account.expectExactCounts();
      },
    ),
    { numRuns: sizeForRun(4, 40) },
  );
});

test('a dry run that is cancelled while it runs ends soon, returns no result and stores nothing', async () => {
  const { upload, start, read, waitForEnd: ended, token, prospects } = await importsClient(service);
  const { id } = await upload(
    `Email\n${Array.from({ length: 10_000 }, (_, n) => `p${n}@x.example\n`).join('')}`,
  );
  const { task } = (await start('dry-run', id)).data;
  while ((await read(task.id)).done === 0);
  await service.call(token, 'POST', `/api/v1/manage/tasks/${task.id}/cancel`, { body: {} });
  const over = await ended(task.id);
  expect(over).toMatchObject({ status: 'cancelled', failed: 0, counts: {} });
  expect(over.done).toBeLessThan(10_000);
  expect(await prospects()).toEqual([]);
});

test('a dry run of a deleted file fails with a reason', async () => {
  const idle = await testService();
  const { upload, start, waitForEnd: ended, workspace } = await importsClient(idle);
  const { id } = await upload('Email\na@x.example\n');
  const { data } = await start('dry-run', id);
  await idle.owner.query(
    sql`delete from import_file where workspace_id = ${workspace.id} and id = ${id}`,
  );
  await (await testQueue([], idle.database)).startWorker([]);
  expect(await ended(data.task.id)).toMatchObject({
    status: 'failed',
    error: errorMessages.notFound('import'),
  });
});
