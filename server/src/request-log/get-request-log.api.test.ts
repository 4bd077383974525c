import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import type { TestUser, TestWorkspace } from '../../test/accounts.ts';
import { requestHead, requestRaw } from '../../test/raw-http.ts';
import type { ApiResponse, RequestOptions } from '../../test/send-request.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const patient = { interval: 50 };

interface RequestLogClient {
  workspace: TestWorkspace;
  integration: TestUser;
  admin: string;
  /** Sends a request of the integration and returns its correlation id. */
  call: (
    method: string,
    path: string,
    request?: RequestOptions,
  ) => Promise<{ id: string; status: number }>;
  read: (query?: Record<string, string>) => Promise<ApiResponse>;
  /** The request with this id, as soon as it is in the log. */
  find: (correlationId: string) => Promise<ApiResponse['data']>;
}

async function requestLogClient(): Promise<RequestLogClient> {
  const workspace = await service.workspace();
  const [integration, admin] = [await workspace.user('member'), await workspace.token('admin')];
  const read = (query = {}) => service.call(admin, 'GET', '/api/v1/manage/request-log', { query });
  const find = async (correlationId: string) => {
    const found = async () => (await read({ correlationId })).data.requests;
    await expect.poll(found, patient).toHaveLength(1);
    return (await found())[0];
  };
  return {
    workspace,
    integration,
    admin,
    call: async (method, path, request) => {
      const answer = await service.call(integration.token, method, path, request);
      return { id: answer.headers.get('x-correlation-id')!, status: answer.status };
    },
    read,
    find,
  };
}

describe('an Admin finds a request by its correlation id', () => {
  test('if it succeeded', async () => {
    const { call, find, integration } = await requestLogClient();
    const { id } = await call('GET', '/prospects', { query: { q: 'okafor', hasEmail: 'true' } });
    expect(await find(id)).toEqual({
      correlationId: id,
      at: expect.stringMatching(/Z$/),
      method: 'GET',
      path: '/api/v1/ext/prospects',
      status: 200,
      ms: expect.any(Number),
      tokenId: integration.tokenId,
      tokenName: 'test',
      userId: integration.userId,
      errorCode: null,
      problems: [],
      replayed: false,
      requestBytes: 0,
      answerBytes: expect.any(Number),
      sent: { query: { q: '(text of 6)', hasEmail: 'true' } },
    });
  });

  test('if it was rejected, with its problems', async () => {
    const { call, find } = await requestLogClient();
    const body = { leads: [{ fullName: 'Amara Okafor' }, { email: 'amara' }], listNam: 'Fair' };
    const { id, status } = await call('POST', '/leads', { body });
    expect(status).toBe(422);
    expect(await find(id)).toMatchObject({
      method: 'POST',
      path: '/api/v1/ext/leads',
      status: 422,
      errorCode: 'validation_error',
      problems: [
        expect.stringMatching(/^leads\[1\]\.email must be /),
        expect.stringMatching(/^… is an unknown field; did you mean listName\?/),
      ],
      requestBytes: JSON.stringify(body).length,
      sent: {
        body: {
          leads: [{ fullName: '(text of 12)' }, { email: '(text of 5)' }],
          '…': '(1 unknown)',
        },
      },
    });
  });

  test('if its path does not exist, without the path', async () => {
    const { call, find } = await requestLogClient();
    const { id } = await call('GET', '/prospect/amara-okafor');
    const found = await find(id);
    expect(found).toMatchObject({ path: null, status: 404, errorCode: 'not_found', sent: {} });
    expect(JSON.stringify(found)).not.toContain('amara');
  });

  test('if it has ids in its path', async () => {
    const { call, find } = await requestLogClient();
    const prospectId = randomUUID();
    const { id } = await call('GET', `${basePath.manage}/prospects/${prospectId}`);
    expect(await find(id)).toMatchObject({
      path: '/api/v1/manage/prospects/{prospectId}',
      status: 404,
      sent: { params: { prospectId } },
    });
  });

  test('if it was repeated, marked as a repeat', async () => {
    const { call, find } = await requestLogClient();
    const request = { body: { leads: [{ fullName: 'A' }] }, headers: { 'idempotency-key': 'k' } };
    const [first, second] = [
      await call('POST', '/leads', request),
      await call('POST', '/leads', request),
    ];
    expect(await find(first.id)).toMatchObject({ replayed: false });
    expect(await find(second.id)).toMatchObject({ status: 200, replayed: true });
  });
});

describe('requests are found', () => {
  test('by status, path and token, newest first', async () => {
    const { call, find, read, integration, workspace } = await requestLogClient();
    const good = await call('GET', '/session');
    const bad = await call('POST', '/leads', { body: {} });
    const later = await call('GET', '/session');
    const other = await service.call(await workspace.token('viewer'), 'GET', '/boards');
    const others = other.headers.get('x-correlation-id')!;
    for (const { id } of [good, bad, later, { id: others }]) await find(id);
    const ids = async (query: Record<string, string>) =>
      (await read(query)).data.requests.map(
        (each: { correlationId: string }) => each.correlationId,
      );
    const { tokenId } = integration;
    expect(await ids({ tokenId })).toEqual([later.id, bad.id, good.id]);
    expect(await ids({ tokenId, status: '2xx' })).toEqual([later.id, good.id]);
    expect(await ids({ status: '4xx' })).toEqual([bad.id]);
    expect(await ids({ status: '5xx' })).toEqual([]);
    expect(await ids({ path: '/api/v1/ext/boards' })).toEqual([others]);
    expect(await ids({ path: '/api/v1/ext/session', tokenId })).toEqual([later.id, good.id]);
  });

  test('by time, to the millisecond', async () => {
    const { call, find, read } = await requestLogClient();
    const [one, two] = [await call('GET', '/session'), await call('GET', '/boards')];
    const { at } = await find(one.id);
    await find(two.id);
    await service.owner.query(sql`
      update request_log set at = at + interval '1 minute' where correlation_id = ${two.id}`);
    const paths = async (query: Record<string, string>) =>
      (await read(query)).data.requests.map((each: { path: string }) => each.path);
    expect(await paths({ to: at, path: '/api/v1/ext/session' })).toEqual(['/api/v1/ext/session']);
    const after = new Date(Date.parse(at) + 30_000).toISOString();
    expect(await paths({ from: after })).toEqual(['/api/v1/ext/boards']);
    expect((await read({ from: after, to: at })).error.fieldErrors).toHaveProperty('from');
  });

  test('page by page, without gaps, while new ones arrive', async () => {
    const { call, find, read, integration } = await requestLogClient();
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.unshift((await call('GET', '/session')).id);
    await find(made[0]!);
    // All in the same millisecond, so they are ordered by id.
    await service.owner.query(sql`
      update request_log set at = (select max(at) from request_log where correlation_id = any(${made}::uuid[]))
      where correlation_id = any(${made}::uuid[])`);
    const query = { tokenId: integration.tokenId, limit: '3' };
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data }: ApiResponse = await read({ ...query, ...(cursor && { cursor }) });
      expect(data.requests.length).toBeLessThanOrEqual(3);
      seen.push(...data.requests.map((each: { correlationId: string }) => each.correlationId));
      cursor = data.nextCursor;
      await call('GET', '/boards');
    }
    expect(seen).toEqual(made.toSorted().reverse());
    const { data } = await read(query);
    const other = await read({ limit: '3', cursor: data.nextCursor });
    expect(other.error.fieldErrors).toHaveProperty('cursor');
  });

  test('by a token that was deleted with its owner, but not by one that never existed', async () => {
    const { call, find, read, integration, workspace } = await requestLogClient();
    const { id } = await call('GET', '/session');
    await find(id);
    await service.owner.transaction(workspace.id, (tx) =>
      tx.run(
        sql`delete from member where workspace_id = ${workspace.id} and user_id = ${integration.userId}`,
      ),
    );
    const { data } = await read({ tokenId: integration.tokenId });
    expect(data.requests).toMatchObject([{ correlationId: id, tokenName: null }]);
    expect((await read({ tokenId: integration.tokenId, status: '5xx' })).status).toBe(200);
    expect((await read({ tokenId: randomUUID() })).status).toBe(404);
  });
});

test('an unauthenticated request is not logged', async () => {
  const count = async () =>
    (await service.owner.query<{ n: number }>(sql`select count(*)::int as n from request_log`))[0]!
      .n;
  const { call, find } = await requestLogClient();
  const refused = await service.call('oc_a_wrong', 'GET', '/session');
  expect(refused.status).toBe(401);
  await requestRaw(service.origin, requestHead('OPTIONS', '/api/v1/ext/session', {}));
  await find((await call('GET', '/session')).id);
  const rows = await service.owner.query(sql`
    select from request_log where correlation_id = ${refused.headers.get('x-correlation-id')}`);
  expect(rows).toEqual([]);
  expect(await count()).toBeGreaterThan(0);
});

test('while the log cannot be written, requests work and appear later', async () => {
  // Writing to the log times out and is retried several times while the table is locked.
  const impatient = await testService({
    database: service.database,
    config: { LOCK_TIMEOUT_MS: 200 },
  });
  const { integration, find, workspace } = await requestLogClient();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holder = service.owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`lock table request_log in access exclusive mode`);
    locked();
    await held;
  });
  await isLocked;
  const made: string[] = [];
  while (made.length < 30) {
    const path = made.length % 2 === 0 ? '/session' : '/boards';
    const { status, headers } = await impatient.call(integration.token, 'GET', path);
    expect(status).toBe(200);
    made.push(headers.get('x-correlation-id')!);
    await sleep(100);
  }
  release();
  await holder;
  for (const id of made) await find(id);
});

test('a stopping process writes its remaining log entries', async () => {
  const second = await testService({ database: service.database });
  const { integration, find } = await requestLogClient();
  const { headers } = await second.call(integration.token, 'GET', '/session');
  await second.stop();
  const id = headers.get('x-correlation-id');
  const rows = await service.owner.query(sql`select from request_log where correlation_id = ${id}`);
  expect(rows).toHaveLength(1);
  await find(id!);
});
