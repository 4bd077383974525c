import { expect, test } from 'vitest';
import { hangingReceivers, waitingChanges, waitingDeliveries } from './floods.ts';
import { webhookGround } from './ground.ts';

const { service, queue, startWorker } = await webhookGround();
await startWorker();

test.each([
  [
    'receivers that hang, as many as a workspace can have, hold up neither their neighbor nor another workspace [webhooks.apart]',
    hangingReceivers,
  ],
  [
    'another workspace is served while twenty thousand deliveries of one wait [webhooks.apart jobs.fair]',
    waitingDeliveries,
  ],
  [
    'another workspace is served while twenty thousand changes of one wait [webhooks.apart jobs.fair]',
    waitingChanges,
  ],
])('%s', async (_, flood) => {
  const { listeners, left } = await flood(service, queue);
  for (const { account, hook } of listeners) {
    const before = hook.arrivals.length;
    for (let sent = 1; sent <= 5; sent++) {
      await account.people(1);
      await hook.atLeast(before + sent);
    }
  }
  expect(await left()).toBeGreaterThan(0);
});
