import { randomUUID } from 'node:crypto';
import { canDryRun, endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { join, raw, sql } from '../src/platform/db/index.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const service = await testService({ extraRoutes: [writeRoute] });
await service.owner.query(sql`
  create function refuse_late() returns trigger language plpgsql
  as $$ begin raise check_violation; end $$`);
await service.owner.query(sql`
  create constraint trigger refuse_late after insert on list
  deferrable initially deferred for each row when (new.name = 'Refused at commit')
  execute function refuse_late()`);

const write = (token: string, body: object, headers: Record<string, string> = {}) =>
  service.call(token, 'POST', '/test-writes', { body, headers });

/** A checksum of every table without the request log and the use of tokens, which dry runs count in, too. */
async function allRows(): Promise<unknown> {
  const tables = await service.owner.query<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'auth') and relkind in ('r', 'p') and not relispartition
      and relname not like 'request_log%' order by 1`);
  expect(tables.length).toBeGreaterThan(20);
  return service.owner.query(
    sql`${join(
      tables.map(
        ({ name }) => sql`
        select ${name} as name, count(*) || md5(string_agg(line, '' order by line)) as hash
        from (select (to_jsonb(t) - 'last_used_at' - 'last_seen_at')::text as line from ${raw(name)} t) as lines`,
      ),
      ' union all ',
    )} order by name`,
  );
}

test('every POST of the public API supports dry runs', () => {
  const writes = Object.values(endpoints).filter(({ method }) => method === 'POST');
  expect(writes.length).toBeGreaterThan(3);
  for (const endpoint of writes)
    expect([endpoint.id, canDryRun(endpoint)]).toEqual([endpoint.id, true]);
});

test('a dry run returns the usual response with dryRun set, and changes nothing', async () => {
  const token = await (await service.workspace()).token('member');
  const before = await allRows();
  const dry = await write(token, { name: 'Tried', color: 1, dryRun: true });
  expect(dry.data).toEqual({
    listId: expect.any(String),
    name: 'Tried',
    dryRun: true,
    warnings: [{ path: ['color'], message: 'unknown field, ignored' }],
  });
  expect(await allRows()).toEqual(before);

  const real = await write(token, { name: 'Tried', color: 1, dryRun: false });
  const { dryRun: _, ...usual } = dry.data;
  expect(real.data).toEqual({ ...usual, listId: expect.any(String) });
  expect(await allRows()).not.toEqual(before);
});

test('a dry run checks the constraints that a real run checks at commit', async () => {
  const token = await (await service.workspace()).token('member');
  const real = await write(token, { name: 'Refused at commit' });
  const dry = await write(token, { name: 'Refused at commit', dryRun: true });
  expect(real.status).toBe(500);
  expect(dry.status).toBe(real.status);
  expect((await write(token, { name: 'Not refused', dryRun: true })).status).toBe(200);
});

test('a dry run returns the same errors as a real run', async () => {
  const token = await (await service.workspace()).token('member');
  const missing = { name: 'Beside nothing', besideListId: randomUUID() };
  expect((await write(token, { ...missing, dryRun: true })).status).toBe(404);
  expect((await write(token, { dryRun: true })).status).toBe(422);
});

test('a dry run neither stores nor replays a response for its Idempotency-Key', async () => {
  const token = await (await service.workspace()).token('member');
  const key = { 'idempotency-key': randomUUID() };
  const first = await write(token, { name: 'Keyed', dryRun: true }, key);
  const second = await write(token, { name: 'Keyed', dryRun: true }, key);
  expect(second.headers.get('idempotency-replayed')).toBeNull();
  expect(second.data.listId).not.toBe(first.data.listId);

  const real = await write(token, { name: 'Keyed' }, key);
  expect(real.status).toBe(200);
  expect(real.headers.get('idempotency-replayed')).toBeNull();
});

test('a dryRun value other than true or false is 422', async () => {
  const token = await (await service.workspace()).token('member');
  for (const dryRun of ['true', 1, {}, []]) {
    const { error } = await write(token, { name: 'Neither', dryRun });
    expect(error.fieldErrors).toEqual({ dryRun: ['must be true or false'] });
  }
});
