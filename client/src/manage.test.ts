import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ManageData, manageEndpoints } from '@outcrop/contract';
import { afterAll, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { OutcropError } from './answer.ts';
import { Manage } from './manage.ts';
import { managePaths } from './manage-paths.ts';

interface Seen {
  line: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Says yes to everything, once it was refused as often as a test wants. */
const seen: Seen[] = [];
let refusals: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    const code = refusals.shift();
    const error = { code, message: 'No.', correlationId: 'c-1' };
    response
      .writeHead(code ? 403 : 200)
      .end(JSON.stringify(code ? { ok: false, error } : { ok: true, data: {} }));
  });
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => server.close());
beforeEach(() => {
  seen.length = 0;
  refusals = [];
});

const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/manage/`;

test('the client knows every line of the manage API, and no other', () => {
  const promised = Object.values(manageEndpoints).map(({ id, method, path }) => [
    id,
    `${method} ${path}`,
  ]);
  expect(Object.entries(managePaths)).toEqual(promised);
});

test('a call fills in its path, its query and its body, and names its workspace', async () => {
  const client = new Manage({ baseUrl, workspaceId: 'w-1' });
  await client.call('getAudit', { query: { action: 'list.renamed' } });
  await client.call('patchList', { params: { listId: 'a/b' }, body: { name: 'Fair' } });
  expect(seen).toMatchObject([
    {
      line: 'GET /api/v1/manage/audit?action=list.renamed',
      headers: { 'outcrop-workspace': 'w-1' },
      body: '',
    },
    {
      line: 'PATCH /api/v1/manage/lists/a%2Fb',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Fair"}',
    },
  ]);
  expect(seen[0]!.headers).not.toHaveProperty('content-type');
});

test('a token speaks for itself, and names no workspace', async () => {
  await new Manage({ baseUrl, token: 'oc_a_x' }).call('getUsage');
  expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer oc_a_x' });
  expect(seen[0]!.headers).not.toHaveProperty('outcrop-workspace');
});

test('a file is sent as it is, and one that is asked for comes back as it is', async () => {
  const client = new Manage({ baseUrl, workspaceId: 'w-1' });
  const file = new Blob(['Name\nAmara\n'], { type: 'application/vnd.ms-excel' });
  await client.upload('postImports', file, { query: { name: 'fair & more.csv' } });
  expect(seen).toMatchObject([
    {
      line: 'POST /api/v1/manage/imports?name=fair+%26+more.csv',
      headers: { 'content-type': 'text/csv', 'outcrop-workspace': 'w-1' },
      body: 'Name\nAmara\n',
    },
  ]);
  const given = await client.download('getTaskFailuresFile', { params: { taskId: 't/1' } });
  expect(seen[1]!.line).toBe('GET /api/v1/manage/tasks/t%2F1/failures.csv');
  expect(await given.text()).toBe('{"ok":true,"data":{}}');

  refusals = ['not_found'];
  await expect(client.download('getExportFile', { params: { taskId: 't' } })).rejects.toMatchObject(
    { code: 'not_found', message: 'No.', correlationId: 'c-1' },
  );
});

test('where a fresh password is needed, it is asked for and the call is repeated once', async () => {
  let asked = 0;
  const reauthenticate = async () => {
    asked++;
  };
  const client = new Manage({ baseUrl, reauthenticate });
  refusals = ['reauthentication_required'];
  await client.call('patchList', { params: { listId: 'l' }, body: { name: 'Fair' } });
  expect([asked, seen.length]).toEqual([1, 2]);
  expect(seen[0]!.body).toBe(seen[1]!.body);

  refusals = ['reauthentication_required', 'reauthentication_required'];
  await expect(client.call('getUsage')).rejects.toBeInstanceOf(OutcropError);
  expect(asked).toBe(2);
});

test('a person who declines to give it is not asked again by the same call', async () => {
  const declined = new Error('declined');
  const client = new Manage({ baseUrl, reauthenticate: () => Promise.reject(declined) });
  refusals = ['reauthentication_required'];
  await expect(client.call('getUsage')).rejects.toBe(declined);
  expect(seen).toHaveLength(1);
});

test('types say what a call needs and gives', () => {
  const client = new Manage({ baseUrl });
  expectTypeOf(() => client.call('getUsage')).returns.resolves.toEqualTypeOf<
    ManageData<'getUsage'>
  >();
  // @ts-expect-error -- a line with a parameter needs it
  void (() => client.call('getWebhook'));
  // @ts-expect-error -- a line with a body needs it
  void (() => client.call('postLists', {}));
});
