import { expect, test } from 'vitest';
import { connect } from '../../test/engine/connection.ts';
import { uploader } from '../../test/imports/uploader.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
const patient = { timeout: 60_000, interval: 50 };
const file = 'Name,Email\nAmara,amara@x.example\n';

/** Holds what everybody needs who adds people to the workspace, as a long dry run does. */
async function holdUsage(workspaceId: string): Promise<() => Promise<unknown>> {
  const holder = await connect(service.database.ownerUrl);
  await holder.query('begin');
  await holder.query('select from workspace_usage where workspace_id = $1 for update', [
    workspaceId,
  ]);
  return () => holder.query('rollback');
}

/** Someone whose workspace has been used before, so that its usage row is there. */
async function knownUploader() {
  const account = await uploader(service);
  await account.post([{ fullName: 'First' }]);
  const cancel = (taskId: string) =>
    service.call(account.token, 'POST', `/api/v1/manage/tasks/${taskId}/cancel`);
  return { ...account, cancel };
}

/** Ends the waits between attempts, which would take minutes. */
const hurry = () =>
  service.owner.ask(sql`update pgboss.job set start_after = now() where state = 'retry'`);

/** How many wait for a lock in this database. */
const waiting = async () =>
  (
    await service.owner.ask(sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`)
  ).length;

test('a task waits in the queue for a lock, however long it is held, and then goes on [tasks.waits-for-locks]', async () => {
  const { upload, start, ended, workspace } = await knownUploader();
  const release = await holdUsage(workspace.id);
  const { stop } = await queue.worker([], { LOCK_TIMEOUT_MS: 50 });
  const { data } = await start('run', (await upload(file)).id);
  const waits = async () =>
    (await queue.jobs('import', workspace)).filter(({ state }) => state === 'completed').length;
  await expect.poll(waits, patient).toBeGreaterThan(7);
  await release();
  expect(await ended(data.task.id)).toMatchObject({ status: 'done', counts: { inserted: 1 } });
  await stop();
});

test('a task is cancelled at once, whatever its slice waits for [tasks.cancel-any-time]', async () => {
  const { upload, start, ended, workspace, cancel } = await knownUploader();
  const release = await holdUsage(workspace.id);
  const slow = { LOCK_TIMEOUT_MS: 60_000, STATEMENT_TIMEOUT_MS: 60_000 };
  const { stop } = await queue.worker([], slow);
  const rows = Array.from({ length: 500 }, (_, n) => `Person ${n},p${n}@x.example\n`);
  const { id } = await upload(`Name,Email\n${rows.join('')}`);
  const { data } = await start('run', id);
  await expect.poll(waiting, patient).toBe(1);
  expect((await cancel(data.task.id)).status).toBe(200);
  await release();
  expect(await ended(data.task.id)).toMatchObject({ status: 'cancelled', done: 200 });
  await stop();
});

test('a task of which nothing was heard for minutes ends at once when it is cancelled [tasks.cancel-any-time]', async () => {
  const { upload, start, read, cancel } = await knownUploader();
  const { data } = await start('run', (await upload(file)).id);
  await service.owner.ask(sql`
    update task set status = 'running', touched_at = now() - interval '6 minutes'
    where id = ${data.task.id}`);
  await cancel(data.task.id);
  expect(await read(data.task.id)).toMatchObject({ status: 'cancelled', done: 0 });
});

test('a task that fails at every attempt ends as failed after a few of them [tasks.poison]', async () => {
  const { upload, start, ended, workspace } = await knownUploader();
  const owner = await connect(service.database.ownerUrl);
  await owner.query(`
    create function poison() returns trigger language plpgsql as
      $$ begin if new.full_name = 'Poison' then raise exception 'no'; end if; return new; end $$;
    create trigger poison before insert on prospect for each row execute function poison();`);
  const { stop } = await queue.worker([]);
  const { data } = await start('run', (await upload('Name,Email\nPoison,p@x.example\n')).id);
  const attempts = async () => {
    await hurry();
    const [job] = await queue.jobs('import', workspace);
    return job?.state;
  };
  await expect.poll(attempts, patient).toBe('completed');
  const [job] = await queue.jobs('import', workspace);
  expect(job!.retryCount).toBeLessThanOrEqual(5);
  expect(await ended(data.task.id)).toMatchObject({ status: 'failed', done: 0 });
  await stop();
});

test('a dry run that takes long does not hold up those of other workspaces [imports.dry-runs-beside]', async () => {
  const [long, short] = [await knownUploader(), await knownUploader()];
  const release = await holdUsage(long.workspace.id);
  const slow = { LOCK_TIMEOUT_MS: 60_000, STATEMENT_TIMEOUT_MS: 60_000 };
  const { stop } = await queue.worker([], slow);
  const held = (await long.start('dry-run', (await long.upload(file)).id)).data.task.id;
  await expect.poll(waiting, patient).toBe(1);
  expect(await short.finish('dry-run', (await short.upload(file)).id)).toMatchObject({
    status: 'done',
  });
  expect((await long.read(held)).finishedAt).toBeNull();
  await release();
  expect((await long.ended(held)).status).toBe('done');
  await stop();
});
