import { type Endpoint, endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from './service.ts';

const blocking: Endpoint = { ...endpoints.getSession, id: 'testBlock', path: '/test-blocks' };
const service = await testService({
  config: { MAX_EVENT_LOOP_DELAY_MS: 60 },
  extraRoutes: [
    {
      line: blocking,
      handle: async ({ caller }) => {
        const end = performance.now() + 250;
        while (performance.now() < end);
        throw new Error(`blocked the loop for ${caller.userId}`);
      },
    },
  ],
});

test('a process that falls behind sheds requests, stays alive, and recovers [errors.unavailable errors.order-shedding]', async () => {
  const token = await (await service.workspace()).token('viewer');
  const session = () => service.call(token, 'GET', '/session');
  const served = () =>
    expect.poll(async () => (await session()).status, { timeout: 5_000 }).toBe(200);
  await served();

  const afterBlocking = async () => {
    await Promise.all(Array.from({ length: 5 }, () => service.call(token, 'GET', blocking.path)));
    const [shed, stranger, alive] = await Promise.all([
      session(),
      service.call(null, 'GET', '/session'),
      fetch(`${service.origin}/livez`),
    ]);
    return {
      code: shed.error?.code,
      retryAfter: shed.headers.get('retry-after'),
      statuses: [shed.status, stranger.status, alive.status],
    };
  };
  // On a machine that is itself behind, the process may have recovered before it is asked.
  await expect
    .poll(afterBlocking, { timeout: 15_000 })
    .toEqual({ code: 'unavailable', retryAfter: '5', statuses: [503, 503, 200] });

  await served();
});
