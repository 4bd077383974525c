import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import type { TestWorkspace } from '../accounts.ts';
import { connectClient } from '../engine/connection.ts';
import { testService } from '../service.ts';
import { writeRoute } from '../write-route.ts';

const otherPath = '/other-test-writes';
const service = await testService({
  extraRoutes: [
    writeRoute,
    { ...writeRoute, endpoint: { ...writeRoute.endpoint, id: 'otherTestWrite', path: otherPath } },
  ],
});

const write = (token: string, body: object | string, key: string, path = '/test-writes') =>
  service.call(token, 'POST', path, { body, headers: { 'idempotency-key': key } });

const lists = (workspace: TestWorkspace) =>
  service.owner.query<{ name: string }>(
    sql`select name from list where workspace_id = ${workspace.id}`,
  );

test('a retry with the same Idempotency-Key returns the first data with its own correlation id, and has no second effect', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const first = await write(token, { name: 'Once', nmae: 'typo' }, 'a key');
  const second = await write(token, { name: 'Once', nmae: 'typo' }, 'a key');
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.data.warnings).toHaveLength(1);
  expect(second.data).toEqual(first.data);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('x-correlation-id')).not.toBe(first.headers.get('x-correlation-id'));
  expect(await lists(workspace)).toEqual([{ name: 'Once' }]);
});

test('the same Idempotency-Key with another body is 409, whatever its fields', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  await write(token, '{"name":"One","more":[1,{"a":1}]}', 'k');
  for (const body of ['{"name":"Two","more":[1,{"a":1}]}', '{"name":"One","more":[{"a":1},1]}']) {
    const { status, error } = await write(token, body, 'k');
    expect({ status, code: error.code }).toEqual({ status: 409, code: 'idempotency_conflict' });
  }
  expect(await lists(workspace)).toEqual([{ name: 'One' }]);
});

test('the order of fields and the white space of the body do not matter for the Idempotency-Key', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const first = await write(token, '{"name":"One","more":[{"b":1,"a":{"d":1,"c":2}}]}', 'k');
  const second = await write(
    token,
    '{ "more": [ { "a": {"c": 2, "d": 1}, "b": 1 } ],\n "name": "\\u004fne" }',
    'k',
  );
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.data).toEqual(first.data);
  expect(await lists(workspace)).toEqual([{ name: 'One' }]);
});

test('a retry while the first request runs is 409 with Retry-After: 1', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const body = { name: 'Held' };
  const held = await connectClient(service.database.ownerUrl);
  await held.query('begin');
  // The new list waits for its workspace.
  await held.query('select from workspace where id = $1 for update', [workspace.id]);
  const first = write(token, body, 'k');
  const waiting = sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  await expect
    .poll(async () => (await service.owner.query(waiting)).length, { interval: 5 })
    .toBe(1);
  const second = await write(token, body, 'k');
  expect(second).toMatchObject({ status: 409, error: { code: 'idempotency_in_progress' } });
  expect(second.headers.get('retry-after')).toBe('1');
  await held.query('rollback');
  expect((await first).status).toBe(200);
  expect((await write(token, body, 'k')).data).toEqual((await first).data);
  expect(await lists(workspace)).toHaveLength(1);
});

test('an Idempotency-Key applies to one user, workspace and path', async () => {
  const [workspace, elsewhere] = [await service.workspace(), await service.workspace()];
  const [token, colleague] = [await workspace.token('member'), await workspace.token('member')];
  const stranger = await elsewhere.token('member');
  const answers = [
    await write(token, { name: 'a' }, 'k'),
    await write(token, { name: 'b' }, 'k', otherPath),
    await write(colleague, { name: 'c' }, 'k'),
    await write(stranger, { name: 'd' }, 'k'),
    await write(token, { name: 'e' }, 'K'),
  ];
  expect(answers.map(({ status, data }) => [status, data.name])).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [200, name]),
  );
});

test('an Idempotency-Key has 1 to 255 characters', async () => {
  const token = await (await service.workspace()).token('member');
  for (const key of ['', 'k'.repeat(256)]) {
    const { status, error } = await write(token, { name: `of ${key.length}` }, key);
    expect(status).toBe(422);
    expect(Object.keys(error.fieldErrors)).toEqual(['Idempotency-Key']);
  }
  for (const key of ['k', 'k'.repeat(255)])
    expect((await write(token, { name: `of ${key.length}` }, key)).status).toBe(200);
});

test('after an error the same Idempotency-Key runs again', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const besideListId = randomUUID();
  const body = { name: 'Later', besideListId };
  expect((await write(token, body, 'k')).status).toBe(404);
  expect((await write(token, { name: 7 }, 'k')).status).toBe(422);
  await service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`insert into list (workspace_id, id, name, name_key)
               values (${workspace.id}, ${besideListId}, 'Beside', 'beside')`),
  );
  const { status, headers } = await write(token, body, 'k');
  expect(status).toBe(200);
  expect(headers.get('idempotency-replayed')).toBeNull();
});

test('a stored response expires after 24 hours, and not before', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const age = (hours: number) =>
    service.owner.transaction(workspace.id, (tx) =>
      tx.run(sql`update idempotency set created_at = now() - make_interval(mins => ${hours * 60})
                 where workspace_id = ${workspace.id}`),
    );
  const first = await write(token, { name: 'Yesterday' }, 'k');
  await age(23.9);
  expect((await write(token, { name: 'Yesterday' }, 'k')).data).toEqual(first.data);
  await age(24.1);
  const later = await write(token, { name: 'Today' }, 'k');
  expect(later).toMatchObject({ status: 200, data: { name: 'Today' } });
  expect((await write(token, { name: 'Today' }, 'k')).data).toEqual(later.data);
});

test('30 concurrent callers with one Idempotency-Key cause one effect and get one response', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const seen = new Set<number>();
  const untilServed = async (name: string): Promise<unknown> => {
    const { status, data } = await write(token, { name }, name);
    seen.add(status);
    if (status === 200) return data;
    await sleep(20 + 40 * Math.random());
    return untilServed(name);
  };
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => untilServed(`round ${round}`)),
    );
    expect(new Set(answers.map((data) => JSON.stringify(data))).size).toBe(1);
  }
  expect(await lists(workspace)).toHaveLength(5);
  // 503 when too many requests of one workspace wait for too long.
  expect(seen.difference(new Set([200, 409, 503]))).toEqual(new Set());
});
