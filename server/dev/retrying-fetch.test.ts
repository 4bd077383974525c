import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { retryingFetch } from './retrying-fetch.ts';

/** A service that answers with these statuses in turn. */
async function answering(...statuses: number[]) {
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(statuses.shift()!, { 'retry-after': '0' }).end('answer');
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies };
}

test('seeding repeats a request that was answered with 503', async () => {
  const { url, bodies } = await answering(503, 503, 200);
  const response = await retryingFetch(url, { method: 'POST', body: 'leads' });
  expect([response.status, await response.text()]).toEqual([200, 'answer']);
  expect(bodies).toEqual(['leads', 'leads', 'leads']);
});

test('seeding does not repeat a request that was rejected', async () => {
  const { url, bodies } = await answering(422, 200);
  expect((await retryingFetch(url)).status).toBe(422);
  expect(bodies).toHaveLength(1);
});
