import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { jobRegistrations } from '../../src/job-registrations.ts';
import { sql } from '../../src/platform/db/index.ts';
import { migrateQueues } from '../../src/platform/queue/migrate-queues.ts';
import { finishingJob, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
const { appUrl, ownerUrl } = queue.database;
const main = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));

const start = (url: string) =>
  spawnSync(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
    timeout: 60_000,
  });

test('outcrop_app cannot create, drop or change a queue', async () => {
  const boss = new PgBoss({
    connectionString: appUrl,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await expect(boss.createQueue('stray')).rejects.toThrow('permission denied');
  await expect(boss.createQueue('stray', { partition: true })).rejects.toThrow('permission denied');
  await expect(boss.deleteQueue('maintenance')).rejects.toThrow('permission denied');
  await expect(boss.deleteAllJobs('maintenance')).rejects.toThrow('permission denied');
  await boss.stop();
});

test('every job has its own queue in its own partition, and changed settings are applied', async () => {
  const settings = () =>
    queue.owner.query<{ name: string; partition: boolean; limit: number }>(
      sql`select name, partition, retry_limit as limit from pgboss.queue order by name`,
    );
  const registrations = [...jobRegistrations, ...slowJobs];
  expect((await settings()).map(({ name }) => name)).toEqual(
    ['dead-letters', ...registrations.map(({ queue }) => queue.name)].sort(),
  );
  expect((await settings()).every(({ partition }) => partition)).toBe(true);
  await migrateQueues(ownerUrl, [{ ...finishingJob, retry: { ...finishingJob.retry, limit: 9 } }]);
  expect(await settings()).toContainEqual({ name: finishingJob.name, partition: true, limit: 9 });
});

test('a worker refuses to start as the owner, or if db:migrate has not created its queues', async () => {
  expect(start(ownerUrl)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('"outcrop_owner", which owns tables'),
  });
  const other = await testQueue([]);
  await other.owner.query(sql`alter table pgboss.version rename to absent`);
  expect(start(other.database.appUrl)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/The queues are not ready.*npm run db:migrate.*not installed/),
  });
  await other.owner.query(sql`alter table pgboss.absent rename to version`);
  await other.owner.query(sql`delete from pgboss.queue where name = 'maintenance'`);
  expect(start(other.database.appUrl)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no queue called maintenance'),
  });
});
