import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from '../../server/test/service.ts';
import { Outcrop, OutcropError, paths } from './index.ts';

const service = await testService();
const baseUrl = `${service.origin}/api/v1/ext`;

test('the client has every endpoint of the contract, and no other', () => {
  const expected = Object.values(endpoints).map(({ id, method, path }) => [
    id,
    `${method} ${path}`,
  ]);
  expect(paths).toEqual(Object.fromEntries(expected));
});

test('a token reads its session', async () => {
  const workspace = await service.workspace();
  const client = new Outcrop({ baseUrl: `${baseUrl}/`, token: await workspace.token('member') });
  expect((await client.read('getSession')).workspace.id).toBe(workspace.id);
});

test('an error response is thrown with its code, status and correlation id', async () => {
  const client = new Outcrop({ baseUrl, token: 'nobody' });
  const error = await client.read('getSession').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OutcropError);
  expect(error).toMatchObject({ status: 401, code: 'unauthorized', retryAfter: null });
});

test('a read fills in its path parameter', async () => {
  const jobId = '019c8a10-000b-7000-8000-60d4b2f8a1e3';
  const urls: string[] = [];
  const client = new Outcrop({
    baseUrl,
    token: await (await service.workspace()).token('viewer'),
    fetch: (address, init) => {
      urls.push(new Request(address).url);
      return fetch(address, init);
    },
  });
  await expect(client.read('getEnrich', { limit: '5' }, { jobId })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(urls).toEqual([`${baseUrl}/enrich/${jobId}?limit=5`]);
});
