import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ManageData, manageEndpoints } from '@outcrop/contract';
import { afterAll, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { Manage } from './manage.ts';
import { managePaths } from './manage-paths.ts';
import { OutcropError } from './response.ts';

interface ReceivedRequest {
  request: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Accepts every request after the given number of rejections. */
const received: ReceivedRequest[] = [];
let errorCodes: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received.push({ request: `${request.method} ${request.url}`, headers: request.headers, body });
    const code = errorCodes.shift();
    const error = { code, message: 'No.', correlationId: 'c-1' };
    response
      .writeHead(code ? 403 : 200)
      .end(JSON.stringify(code ? { ok: false, error } : { ok: true, data: {} }));
  });
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  errorCodes = [];
});

const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/manage/`;

test('the client has every endpoint of the manage API, and no other', () => {
  const expected = Object.values(manageEndpoints).map(({ id, method, path }) => [
    id,
    `${method} ${path}`,
  ]);
  expect(Object.entries(managePaths)).toEqual(expected);
});

test('a call sends its path, query, body and workspace', async () => {
  const client = new Manage({ baseUrl, workspaceId: 'w-1' });
  await client.call('getAudit', { query: { action: 'list.renamed' } });
  await client.call('patchList', { params: { listId: 'a/b' }, body: { name: 'Fair' } });
  expect(received).toMatchObject([
    {
      request: 'GET /api/v1/manage/audit?action=list.renamed',
      headers: { 'outcrop-workspace': 'w-1' },
      body: '',
    },
    {
      request: 'PATCH /api/v1/manage/lists/a%2Fb',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Fair"}',
    },
  ]);
  expect(received[0]!.headers).not.toHaveProperty('content-type');
});

test('a token is sent without a workspace', async () => {
  await new Manage({ baseUrl, token: 'oc_a_x' }).call('getUsage');
  expect(received[0]!.headers).toMatchObject({ authorization: 'Bearer oc_a_x' });
  expect(received[0]!.headers).not.toHaveProperty('outcrop-workspace');
});

test('files are uploaded and downloaded unchanged', async () => {
  const client = new Manage({ baseUrl, workspaceId: 'w-1' });
  const file = new Blob(['Name\nAmara\n'], { type: 'application/vnd.ms-excel' });
  await client.upload('postImports', file, { query: { name: 'fair & more.csv' } });
  expect(received).toMatchObject([
    {
      request: 'POST /api/v1/manage/imports?name=fair+%26+more.csv',
      headers: { 'content-type': 'text/csv', 'outcrop-workspace': 'w-1' },
      body: 'Name\nAmara\n',
    },
  ]);
  const given = await client.download('getTaskFailuresFile', { params: { taskId: 't/1' } });
  expect(received[1]!.request).toBe('GET /api/v1/manage/tasks/t%2F1/failures.csv');
  expect(await given.text()).toBe('{"ok":true,"data":{}}');

  errorCodes = ['not_found'];
  await expect(client.download('getExportFile', { params: { taskId: 't' } })).rejects.toMatchObject(
    { code: 'not_found', message: 'No.', correlationId: 'c-1' },
  );
});

test('if a recent password is required, it is requested and the call is repeated once', async () => {
  let prompts = 0;
  const reauthenticate = async () => {
    prompts++;
  };
  const client = new Manage({ baseUrl, reauthenticate });
  errorCodes = ['reauthentication_required'];
  await client.call('patchList', { params: { listId: 'l' }, body: { name: 'Fair' } });
  expect([prompts, received.length]).toEqual([1, 2]);
  expect(received[0]!.body).toBe(received[1]!.body);

  errorCodes = ['reauthentication_required', 'reauthentication_required'];
  await expect(client.call('getUsage')).rejects.toBeInstanceOf(OutcropError);
  expect(prompts).toBe(2);
});

test('a declined password prompt is not repeated by the same call', async () => {
  const declined = new Error('declined');
  const client = new Manage({ baseUrl, reauthenticate: () => Promise.reject(declined) });
  errorCodes = ['reauthentication_required'];
  await expect(client.call('getUsage')).rejects.toBe(declined);
  expect(received).toHaveLength(1);
});

test('types describe the request and the data of a call', () => {
  const client = new Manage({ baseUrl });
  expectTypeOf(() => client.call('getUsage')).returns.resolves.toEqualTypeOf<
    ManageData<'getUsage'>
  >();
  // @ts-expect-error -- the path parameter is required
  void (() => client.call('getWebhook'));
  // @ts-expect-error -- the body is required
  void (() => client.call('postLists', {}));
});
