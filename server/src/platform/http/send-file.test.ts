import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendFile } from './send-file.ts';

test('the pieces of a file end also if the client leaves before the first one', async () => {
  const asked = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  let isReleased = false;
  async function* pieces() {
    try {
      asked.resolve();
      await found.promise;
      yield 'first';
      yield 'second';
    } finally {
      isReleased = true;
    }
  }
  const app = fastify();
  app.get('/', (_request, reply) => sendFile(reply, { name: 'a.csv', pieces }, undefined as never));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const closed = new Promise<void>((resolve) =>
    app.server.once('connection', (socket) => socket.once('close', () => resolve())),
  );
  const request = get({ port, host: '127.0.0.1' }).on('error', () => {});
  await asked.promise;
  request.destroy();
  await closed;
  found.resolve();
  await expect.poll(() => isReleased).toBe(true);
});
