import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { scriptedSmtp } from '../mail/scripted-smtp.ts';
import { testService } from '../service.ts';
import { sendingClient, testSender } from './sending-client.ts';

/** The time that the worker waits before the dot. CI has the same test with a shorter time and one session. */
const beforeDotMs = 60_000;

test('an email that is accepted after more than the time for other answers is sent', async () => {
  const service = await testService();
  const { send } = await testSender(service);
  const server = await scriptedSmtp({
    on: { dot: () => sleep(beforeDotMs + 500, '250 2.0.0 Late') },
  });
  const client = await sendingClient(service);
  const message = await client.claim(server);
  const timeouts = { beforeDotMs, afterDotMs: 600_000 };
  expect(await send(client.workspaceId, message, { timeouts })).toEqual({ kind: 'accepted' });
  expect(await client.outbound(message.id)).toMatchObject({
    status: 'accepted',
    answer: '250 2.0.0 Late',
  });
  expect(server.dots).toHaveLength(1);
});
