import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { basePath } from '@outcrop/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import { expectError, requestHead, requestRaw, sendRaw } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const service = await testService({ extraRoutes: [writeRoute] });
const workspace = await service.workspace();
const token = await workspace.token('member');
const bearer = { Authorization: `Bearer ${token}` };
const json = { 'Content-Type': 'application/json' };
const livez = 'GET /livez HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';

const post = (body: string | Buffer, headers: Record<string, string> = json) => [
  requestHead('POST', '/test-writes', {
    ...bearer,
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }),
  body,
];

afterAll(async () => {
  expect((await requestRaw(service.origin, livez)).status).toBe(200);
});

describe('a body whose type is not JSON is 415', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/json; charset=latin1',
    'application/jsonp',
    'application',
    ';;;',
  ])('%s', async (type) => {
    const answer = await requestRaw(service.origin, post('{"name":"x"}', { 'Content-Type': type }));
    expectError(answer, 'unsupported_media_type');
  });

  test('no type at all, with a body', async () => {
    expectError(
      await requestRaw(service.origin, post('{"name":"x"}', {})),
      'unsupported_media_type',
    );
  });

  test('compressed', async () => {
    const body = gzipSync('{"name":"x"}');
    const headers = { ...json, 'Content-Encoding': 'gzip' };
    expectError(await requestRaw(service.origin, post(body, headers)), 'unsupported_media_type');
  });

  test.each([
    'application/json',
    'Application/JSON; Charset="UTF-8"',
    'application/json;charset=utf-8',
  ])('but %s is read [envelope.json-body]', async (type) => {
    const body = JSON.stringify({ name: `As ${type}` });
    expect((await requestRaw(service.origin, post(body, { 'Content-Type': type }))).status).toBe(
      200,
    );
  });
});

describe('a body that cannot be read is 422 on the field body', () => {
  test.each<[string, string | Buffer, string]>([
    ['nothing', '', 'is required: send a JSON object'],
    ['white space', ' \n', 'is not valid JSON at line 2, column 1'],
    ['half an object', '{"name":', 'is not valid JSON at line 1, column 9'],
    ['a trailing comma', '{"name":"x",}', 'is not valid JSON at line 1, column 13'],
    ['NaN', '{"name":NaN}', 'is not valid JSON at line 1, column 9'],
    [
      'a byte that is not UTF-8',
      Buffer.from('7b22ff223a317d', 'hex'),
      'is not valid UTF-8: send it in UTF-8',
    ],
    [
      'an overlong sequence',
      Buffer.from('7b22c080223a317d', 'hex'),
      'is not valid UTF-8: send it in UTF-8',
    ],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), 'is not valid JSON at line 1, column 2'],
    ['null', 'null', 'must be a JSON object'],
    ['a number', '1e400', 'must be a JSON object'],
    ['a string', '"name"', 'must be a JSON object'],
    ['an array', '[{"name":"x"}]', 'must be a JSON object'],
    ['brackets', `${'['.repeat(4_000)}${']'.repeat(4_000)}`, 'must be a JSON object'],
  ])('%s', async (_, body, message) => {
    const answer = await requestRaw(service.origin, post(body));
    expectError(answer, 'validation_error');
    expect(answer.json.error.fieldErrors).toEqual({ body: [message] });
  });

  test.each([
    ['many brackets', '['.repeat(100_000)],
    ['many fields', `{${'"a":1,'.repeat(5_000)}"b":1}`],
  ])('%s', async (_, body) => {
    const answer = await requestRaw(service.origin, post(body));
    expectError(answer, 'validation_error');
    expect(answer.json.error.fieldErrors).toEqual({
      body: ['has more than 5,000 fields and items: send it in several requests'],
    });
  });

  test('no body and no type', async () => {
    const answer = await requestRaw(service.origin, requestHead('POST', '/test-writes', bearer));
    expectError(answer, 'validation_error');
    expect(answer.json.error.fieldErrors).toEqual({ body: ['is required: send a JSON object'] });
  });
});

describe('unusual JSON does no harm', () => {
  test('a byte order mark is ignored', async () => {
    const answer = await requestRaw(service.origin, post('\ufeff{"name":"With a mark"}'));
    expect(answer.json).toMatchObject({ ok: true, data: { name: 'With a mark' } });
  });

  test('__proto__ and constructor are unknown fields', async () => {
    const body =
      '{"name":"Proto","__proto__":{"dryRun":true},"constructor":{"prototype":{"dryRun":true}}}';
    const { json: answer } = await requestRaw(service.origin, post(body));
    expect(answer.data).toMatchObject({
      name: 'Proto',
      warnings: [
        { path: ['__proto__'], message: 'unknown field, ignored' },
        { path: ['constructor'], message: 'unknown field, ignored' },
      ],
    });
    expect(answer.data).not.toHaveProperty('dryRun');
    expect({}).not.toHaveProperty('dryRun');
  });

  test('__proto__ does not replace a missing field', async () => {
    const answer = await requestRaw(service.origin, post('{"__proto__":{"name":"Inherited"}}'));
    expect(answer.json.error.fieldErrors).toEqual({ name: ['is required'] });
  });

  test.each([
    ['arrays', '[', '', ']'],
    ['objects', '{"a":', '1', '}'],
  ])('nesting of 4,000 %s is 422', async (_, open, middle, close) => {
    const deep = open.repeat(4_000) + middle + close.repeat(4_000);
    const answer = await requestRaw(service.origin, post(`{"name":"Deep","x":${deep}}`));
    expectError(answer, 'validation_error');
    expect(answer.json.error.fieldErrors).toEqual({ x: ['is nested too deeply'] });
  });

  test('the last of duplicate keys wins', async () => {
    const answer = await requestRaw(service.origin, post('{"name":"First","name":"Second"}'));
    expect(answer.json.data.name).toBe('Second');
  });

  test('1e400 is not a number', async () => {
    const answer = await requestRaw(service.origin, post('{"name":"Infinite","holdMs":1e400}'));
    expectError(answer, 'validation_error');
    expect(Object.keys(answer.json.error.fieldErrors)).toEqual(['holdMs']);
  });
});

describe('a body above 4 MiB is 413, and the caller can read the response', () => {
  const big = Buffer.alloc(5 * 2 ** 20, 'a');
  const small = (size: number) => {
    const start = '{"name":"Exactly as large as allowed","x":"';
    return `${start}${'a'.repeat(size - start.length - 2)}"}`;
  };

  test('with a length, and the connection stays open', async () => {
    const { responses } = await sendRaw(service.origin, [...post(big), livez], {
      responses: 2,
    });
    expectError(responses[0], 'payload_too_large');
    expect(responses[1]?.status).toBe(200);
  });

  test('in chunks, and the connection stays open', async () => {
    const start = requestHead('POST', '/test-writes', {
      ...bearer,
      ...json,
      'Transfer-Encoding': 'chunked',
    });
    const chunks = [`${big.length.toString(16)}\r\n`, big, '\r\n0\r\n\r\n'];
    const { responses } = await sendRaw(service.origin, [start, ...chunks, livez], {
      responses: 2,
    });
    expectError(responses[0], 'payload_too_large');
    expect(responses[1]?.status).toBe(200);
  });

  test('rejected for another reason, and the connection stays open', async () => {
    const start = requestHead('POST', '/leads', { ...json, 'Content-Length': String(big.length) });
    const { responses } = await sendRaw(service.origin, [start, big, livez], {
      responses: 2,
    });
    expectError(responses[0], 'unauthorized');
    expect(responses[1]?.status).toBe(200);
  });

  test('announced but never sent', async () => {
    const start = requestHead('POST', '/test-writes', {
      ...bearer,
      ...json,
      'Content-Length': String(5 * 2 ** 30),
    });
    expectError(await requestRaw(service.origin, start), 'payload_too_large');
  });

  test('exactly 4 MiB is read, one byte more is not', async () => {
    expect((await requestRaw(service.origin, post(small(4 * 2 ** 20)))).status).toBe(200);
    expectError(
      await requestRaw(service.origin, post(small(4 * 2 ** 20 + 1))),
      'payload_too_large',
    );
  });

  test('a large body on a GET is ignored', async () => {
    const start = requestHead('GET', '/session', {
      ...bearer,
      'Content-Length': String(big.length),
    });
    const { responses } = await sendRaw(service.origin, [start, big, livez], {
      responses: 2,
    });
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});

test.each(['application/json', 'text/plain', ';;;', ''])(
  'a body of type "%s" on a DELETE is ignored, and the connection stays open',
  async (type) => {
    const path = `${basePath.manage}/lists/none`;
    const start = requestHead('DELETE', path, {
      ...bearer,
      'Content-Type': type,
      'Content-Length': '2',
    });
    const { responses } = await sendRaw(service.origin, [start, '{x', livez], {
      responses: 2,
    });
    expectError(responses[0], 'validation_error');
    expect(responses[1]!.status).toBe(200);
  },
);

test('a request that is aborted halfway through its body writes nothing', async () => {
  const body = JSON.stringify({ name: 'Only half of me arrived' });
  const [start, whole] = post(body) as [string, string];
  const { hostname, port } = new URL(service.origin);
  const answered = service.log.length;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(start + whole.slice(0, 10), () => setTimeout(() => socket.destroy(), 50));
    });
    socket.on('close', () => resolve());
  });
  await expect
    .poll(() => service.log.slice(answered))
    .toContainEqual(expect.objectContaining({ status: 400 }));
  const made = await service.owner.query(sql`select 1 from list where name like 'Only half%'`);
  expect(made).toEqual([]);
});
