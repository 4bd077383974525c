import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planOf } from '../../test/importer.ts';
import { uploader } from '../../test/imports/uploader.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.worker([]);

/** What a dry run may leave behind: its task, what it could not do, who started it, its turn. */
const traces = ['task', 'task_failure', 'audit_entry', 'queue_place'];

/** Few different people, so that many rows are about the same; some rows are no good. */
const row = fc
  .record({
    name: fc.constantFrom('', 'Amara', 'Bo', 'Cy'),
    company: fc.constantFrom('', 'Acme', 'Nordlys'),
    email: fc.constantFrom('', 'a@x.example', 'b@x.example', 'c@x.example', 'no address'),
    linkedin: fc.constantFrom('', 'linkedin.com/in/a', 'linkedin.com/in/b', 'linkedin.com/in/c'),
    title: fc.constantFrom('', 'Head', 'Buyer'),
  })
  .map((cells) => Object.values(cells).join());

test('a dry run tells what the run then does, row by row, and leaves nothing [imports.dry-run imports.dry-run-nothing]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      async (rows, quota, wantsList) => {
        const account = await uploader(service, await planOf(service, quota));
        await account.post([{ email: 'a@x.example' }, { linkedinUrl: 'linkedin.com/in/b' }]);
        const { id } = await account.upload(
          `Name,Company,Email,LinkedIn,Title\n${rows.join('\n')}\n`,
        );
        const order = wantsList ? { listName: 'Fair', tagName: 'Met' } : {};
        const before = await account.rows();
        const dry = await account.finish('dry-run', id, order);
        const after = await account.rows();
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
        const withoutIds = (told: object) =>
          JSON.parse(JSON.stringify(told).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'));
        expect(withoutIds(await account.failures(dry.id))).toEqual(
          withoutIds(await account.failures(run.id)),
        );
        await account.expectExactCounts();
      },
    ),
    { numRuns: 12 },
  );
});

test('a dry run over several batches counts each row once, and knows who came in an earlier one [imports.dry-run imports.repeated]', async () => {
  const { upload, finish, prospects, lists, failures } = await uploader(service);
  const rows = Array.from({ length: 1_200 }, (_, n) =>
    n % 100 === 99 ? `no address,${n}` : `p${n % 600}@x.example,${n < 600 ? 'First' : 'Second'}`,
  );
  const { id } = await upload(`Email,Title\n${rows.join('\n')}\n`);
  const task = await finish('dry-run', id, { listName: 'Fair' });
  expect(task).toMatchObject({
    kind: 'import_dry_run',
    status: 'done',
    total: 1_200,
    done: 1_200,
    failed: 12,
    counts: { inserted: 594, updated: 0, skipped: 0, repeated: 594, failed: 12, quotaBlocked: 0 },
  });
  expect(await failures(task.id)).toHaveLength(12);
  expect([await prospects(), await lists()]).toEqual([[], []]);
});

test('a dry run that is cancelled before it begins tells nothing [tasks.cancel]', async () => {
  const idle = await testService();
  const { upload, start, read, token } = await uploader(idle);
  const { id } = await upload('Email\na@x.example\n');
  const { data } = await start('dry-run', id);
  const cancel = `/api/v1/manage/tasks/${data.task.id}/cancel`;
  await idle.call(token, 'POST', cancel, { body: {} });
  const other = await start('dry-run', id);
  const later = await testQueue([], idle.database);
  await later.worker([]);
  await expect.poll(() => read(other.data.task.id)).toMatchObject({ done: 1 });
  expect(await read(data.task.id)).toMatchObject({ status: 'cancelled', done: 0, counts: {} });
});

test('a dry run that is cancelled while it runs ends soon, tells nothing and leaves nothing [tasks.cancel]', async () => {
  const { upload, start, read, ended, token, prospects } = await uploader(service);
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

test('a dry run of a file that is gone fails, and says so [tasks.failed]', async () => {
  const idle = await testService();
  const { upload, start, ended, workspace } = await uploader(idle);
  const { id } = await upload('Email\na@x.example\n');
  const { data } = await start('dry-run', id);
  await idle.owner.ask(
    sql`delete from import_file where workspace_id = ${workspace.id} and id = ${id}`,
  );
  await (await testQueue([], idle.database)).worker([]);
  expect(await ended(data.task.id)).toMatchObject({
    status: 'failed',
    error: 'There is no such import in the workspace. Check the id.',
  });
});
