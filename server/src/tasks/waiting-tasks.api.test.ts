import { expect, test } from 'vitest';
import { connectClient } from '../../test/engine/connection.ts';
import { importsClient } from '../../test/imports/imports-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
const patient = { timeout: 20_000, interval: 50 };
const file = 'Name,Email\nAmara,amara@x.example\n';

/** Like a long dry run, holds the lock that is needed to add prospects. */
async function holdUsage(workspaceId: string): Promise<() => Promise<unknown>> {
  const holder = await connectClient(service.database.ownerUrl);
  await holder.query('begin');
  await holder.query('select from workspace_usage where workspace_id = $1 for update', [
    workspaceId,
  ]);
  return () => holder.query('rollback');
}

/** A user of a workspace with a usage row. */
async function knownUploader() {
  const account = await importsClient(service);
  await account.post([{ fullName: 'First' }]);
  const cancel = (taskId: string) =>
    service.call(account.token, 'POST', `/api/v1/manage/tasks/${taskId}/cancel`);
  return { ...account, cancel };
}

/** Skips the delays between attempts, which would take minutes. */
const skipRetryDelays = () =>
  service.owner.query(sql`update pgboss.job set start_after = now() where state = 'retry'`);

/** The number of sessions that wait for a lock in this database. */
const waiting = async () =>
  (
    await service.owner.query(sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`)
  ).length;

test('a task waits in the queue while a lock is held, however long, and then continues', async () => {
  const { upload, start, waitForEnd: ended, workspace } = await knownUploader();
  const release = await holdUsage(workspace.id);
  const { stop } = await queue.startWorker([], { LOCK_TIMEOUT_MS: 50 });
  const { data } = await start('run', (await upload(file)).id);
  const waits = async () =>
    (await queue.jobs('import', workspace)).filter(({ state }) => state === 'completed').length;
  await expect.poll(waits, patient).toBeGreaterThan(2);
  await release();
  expect(await ended(data.task.id)).toMatchObject({ status: 'done', counts: { inserted: 1 } });
  await stop();
});

test('a task can be canceled immediately, even while its slice waits for a lock', async () => {
  const { upload, start, waitForEnd: ended, workspace, cancel } = await knownUploader();
  const release = await holdUsage(workspace.id);
  const slow = { LOCK_TIMEOUT_MS: 60_000, STATEMENT_TIMEOUT_MS: 60_000 };
  const { stop } = await queue.startWorker([], slow);
  const rows = Array.from({ length: 500 }, (_, n) => `Person ${n},p${n}@x.example\n`);
  const { id } = await upload(`Name,Email\n${rows.join('')}`);
  const { data } = await start('run', id);
  await expect.poll(waiting, patient).toBe(1);
  expect((await cancel(data.task.id)).status).toBe(200);
  await release();
  expect(await ended(data.task.id)).toMatchObject({ status: 'cancelled', done: 200 });
  await stop();
});

test('a task without updates for minutes ends immediately when canceled', async () => {
  const { upload, start, read, cancel } = await knownUploader();
  const { data } = await start('run', (await upload(file)).id);
  await service.owner.query(sql`
    update task set status = 'running', touched_at = now() - interval '6 minutes'
    where id = ${data.task.id}`);
  await cancel(data.task.id);
  expect(await read(data.task.id)).toMatchObject({ status: 'cancelled', done: 0 });
});

test('a task that fails at every attempt ends as failed after a few attempts', async () => {
  const { upload, start, waitForEnd: ended, workspace } = await knownUploader();
  const owner = await connectClient(service.database.ownerUrl);
  await owner.query(`
    create function poison() returns trigger language plpgsql as
      $$ begin if new.full_name = 'Poison' then raise exception 'no'; end if; return new; end $$;
    create trigger poison before insert on prospect for each row execute function poison();`);
  const { stop } = await queue.startWorker([]);
  const { data } = await start('run', (await upload('Name,Email\nPoison,p@x.example\n')).id);
  const attempts = async () => {
    await skipRetryDelays();
    const [job] = await queue.jobs('import', workspace);
    return job?.state;
  };
  await expect.poll(attempts, patient).toBe('completed');
  const [job] = await queue.jobs('import', workspace);
  expect(job!.retryCount).toBeLessThanOrEqual(5);
  expect(await ended(data.task.id)).toMatchObject({ status: 'failed', done: 0 });
  await stop();
});

test('a long dry run does not delay dry runs of other workspaces', async () => {
  const [long, short] = [await knownUploader(), await knownUploader()];
  const release = await holdUsage(long.workspace.id);
  const slow = { LOCK_TIMEOUT_MS: 60_000, STATEMENT_TIMEOUT_MS: 60_000 };
  const { stop } = await queue.startWorker([], slow);
  const held = (await long.start('dry-run', (await long.upload(file)).id)).data.task.id;
  await expect.poll(waiting, patient).toBe(1);
  expect(await short.finish('dry-run', (await short.upload(file)).id)).toMatchObject({
    status: 'done',
  });
  expect((await long.read(held)).finishedAt).toBeNull();
  await release();
  expect((await long.waitForEnd(held)).status).toBe('done');
  await stop();
});
