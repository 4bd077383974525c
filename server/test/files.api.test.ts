import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import { importsClient } from './imports/imports-client.ts';
import { expectError, requestHead, requestRaw, sendRaw } from './raw-http.ts';
import { testService } from './service.ts';

// One connection for all requests, so that a request that holds it is noticed at once.
const service = await testService({ config: { DATABASE_POOL_SIZE: 1 } });
const account = await importsClient(service);
const path = '/api/v1/manage/imports';
const bearer = { Authorization: `Bearer ${account.token}` };
const csv = { ...bearer, 'Content-Type': 'text/csv' };
const file = 'Email\na@x.example\n';
const maxBytes = 64 * 2 ** 20;

const post = (body: string | Buffer, headers: Record<string, string> = csv) => [
  requestHead('POST', path, { 'Content-Length': String(Buffer.byteLength(body)), ...headers }),
  body,
];
const boards = () => service.call(account.token, 'GET', '/boards');

/** The number of unlinked temporary files that this process has open. */
const openSpoolFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return /outcrop-[0-9a-f-]{36} \(deleted\)$/.test(readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      return false;
    }
  }).length;

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});
function openUpload(...parts: (string | Buffer)[]): Socket {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  for (const part of parts) socket.write(part);
  return socket;
}

describe('an upload', () => {
  test.each(['text/csv', 'Text/CSV; charset=windows-1252; header=present'])(
    'is accepted as %s',
    async (type) => {
      const answer = await requestRaw(service.origin, post(file, { ...csv, 'Content-Type': type }));
      expect(answer.json).toMatchObject({ ok: true, data: { import: { rows: 1 } } });
    },
  );

  test.each([
    ['as JSON', { 'Content-Type': 'application/json' }],
    ['as a form', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['as a spreadsheet', { 'Content-Type': 'application/vnd.ms-excel' }],
    ['without a type', {}],
    ['compressed', { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' }],
  ])('%s is 415', async (_, headers) => {
    const answer = await requestRaw(service.origin, post(file, { ...bearer, ...headers }));
    expectError(answer, 'unsupported_media_type');
  });

  test('without a body is an empty file', async () => {
    const answer = await requestRaw(service.origin, requestHead('POST', path, bearer));
    expectError(answer, 'validation_error');
    expect(Object.keys(answer.json.error.fieldErrors)).toEqual(['file']);
  });

  test('of more than 64 MiB is 413, before 415, with a length or in chunks, and the connection stays open', async () => {
    const announced = requestHead('POST', path, { ...csv, 'Content-Length': String(maxBytes + 1) });
    expectError(await requestRaw(service.origin, announced), 'payload_too_large');
    const livez = 'GET /livez HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';
    const piece = Buffer.alloc(2 ** 20, 'x');
    for (const type of ['text/csv', 'text/plain']) {
      const chunk = [`${piece.length.toString(16)}\r\n`, piece, '\r\n'];
      const { responses } = await sendRaw(
        service.origin,
        [
          requestHead('POST', path, {
            ...bearer,
            'Content-Type': type,
            'Transfer-Encoding': 'chunked',
          }),
          ...Array.from({ length: 65 }, () => chunk).flat(),
          '0\r\n\r\n',
          livez,
        ],
        { responses: 2 },
      );
      expectError(responses[0], 'payload_too_large');
      expect(responses[1]!.status).toBe(200);
    }
  });

  test('of exactly 64 MiB is read', async () => {
    const exact = 'Name\n"'.padEnd(maxBytes, 'x');
    const { status, error } = await account.postFile(exact);
    expect(status).toBe(422);
    expect(error.message).toMatch(/more than 1,000,000 characters in row 2/);
  });

  test('that is slow holds no database connection', async () => {
    const slow = Array.from({ length: 20 }, () => {
      const [start, body] = post(file);
      return { socket: openUpload(start!, body!.slice(0, 5)), rest: body!.slice(5) };
    });
    await expect.poll(() => openSpoolFiles()).toBe(20);
    for (let n = 0; n < 5; n++) expect((await boards()).status).toBe(200);
    const responses = slow.map(
      ({ socket }) =>
        new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text)))),
    );
    for (const { socket, rest } of slow) socket.write(rest);
    for (const answer of await Promise.all(responses))
      expect(answer).toMatch(/^HTTP\/1\.1 (200|503) /);
  });

  test('that is aborted leaves nothing behind', async () => {
    const before = await account.checksums();
    const [start, body] = post(file);
    const socket = openUpload(start!, body!.slice(0, 5));
    await expect.poll(() => openSpoolFiles()).toBe(1);
    socket.destroy();
    await expect.poll(() => openSpoolFiles()).toBe(0);
    expect(await account.checksums()).toEqual(before);
  });

  test('that is retried with its Idempotency-Key is stored once; with another file it is 409', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const send = (body: string) =>
      service.call(account.token, 'POST', path, { body, headers: key });
    const first = await send(file);
    const second = await send(file);
    expect(second.data).toEqual(first.data);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await send(`${file}b@x.example\n`)).error.code).toBe('idempotency_conflict');
  });
});

describe('a downloaded file', () => {
  /** A finished export of 100 pieces, 25 MB in total. */
  async function large(): Promise<string> {
    const id = randomUUID();
    await service.owner.transaction(account.workspace.id, async (tx) => {
      await tx.run(sql`
        insert into task (workspace_id, id, kind, status, total, done, input, actor_kind, finished_at)
        values (${tx.workspaceId}, ${id}, 'export', 'done', 0, 0, '{}', 'system', now())`);
      await tx.run(sql`
        insert into export_piece (workspace_id, task_id, number, heading)
        select ${tx.workspaceId}, ${id}, n, repeat(chr(64 + n % 26), 250000) from generate_series(1, 100) n`);
    });
    return `/api/v1/manage/exports/${id}/file`;
  }

  test('arrives complete and in order, and a slow reader holds no database connection', async () => {
    const address = await large();
    const slow = Array.from({ length: 5 }, () =>
      openUpload(requestHead('GET', address, bearer)).pause(),
    );
    // Once the socket buffers are full.
    await expect.poll(async () => (await boards()).status).toBe(200);
    for (let n = 0; n < 5; n++) expect((await boards()).status).toBe(200);
    const { data } = await service.call(account.token, 'GET', address);
    const letters = Array.from({ length: 100 }, (_, n) => String.fromCharCode(64 + ((n + 1) % 26)));
    expect(data === letters.map((letter) => letter.repeat(250_000)).join('')).toBe(true);
    for (const socket of slow) socket.destroy();
    expect((await boards()).status).toBe(200);
  });

  test('is described by HEAD without being sent', async () => {
    const answer = await requestRaw(service.origin, requestHead('HEAD', await large(), bearer), {
      isHead: true,
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
  });

  test('is a JSON error envelope when it does not exist [envelope.error]', async () => {
    const answer = await requestRaw(
      service.origin,
      requestHead('GET', `/api/v1/manage/exports/${randomUUID()}/file`, bearer),
    );
    expectError(answer, 'not_found');
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });
});

test('no temporary file is left on disk', async () => {
  await expect.poll(openSpoolFiles).toBe(0);
  expect(readdirSync(tmpdir()).filter((name) => /^outcrop-[0-9a-f-]{36}$/.test(name))).toEqual([]);
});
