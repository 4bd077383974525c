import { expect, test } from 'vitest';
import { connect } from '../../test/engine/connection.ts';
import { testQueue } from '../../test/queue/workers.ts';

const queue = await testQueue([]);
const owner = await connect(queue.database.ownerUrl);
const patient = { timeout: 15_000, interval: 50 };

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
const answers = async () =>
  (await owner.query<{ age: string }>(`select (now() - created_at)::text as age from idempotency`))
    .rowCount;

test('a worker does the chores when it starts: events beyond 13 months go, partitions are there, old answers, sessions, codes and invitations are forgotten [events.13-months jobs.chores]', async () => {
  for (const ahead of [-15, -14, -13, -1]) await make(ahead);
  await owner.query(`drop table ${partition(3)}`);
  const { id } = await queue.workspace();
  await owner.query(
    `insert into idempotency (workspace_id, scope, body_hash, data, created_at)
     select $1, sha256(n::text::bytea), sha256(''), '{}', now() - n * interval '1 hour'
     from generate_series(1, 12030) as n`,
    [id],
  );
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

  const workers = await Promise.all([queue.worker(), queue.worker()]);
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
    expect.objectContaining({ dropped: [partition(-15), partition(-14)], job: 'chores' }),
  );
  expect(await queue.jobs('chores')).toHaveLength(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('chores are due once an hour, however many workers there are [jobs.chores]', async () => {
  await owner.query(
    `update pgboss.job set singleton_on = singleton_on - interval '1 hour' where name = 'chores'`,
  );
  const workers = await Promise.all([queue.worker(), queue.worker()]);
  await expect.poll(async () => (await queue.jobs('chores')).length, patient).toBe(2);
  await Promise.all(workers.map((worker) => worker.stop()));
});
