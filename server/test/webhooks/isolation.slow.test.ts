import { expect, test } from 'vitest';
import { hangingReceivers, pendingDeliveries, pendingEvents } from './backlogs.ts';
import { setUpWebhooks } from './setup.ts';

const { service, queue, startWorker } = await setUpWebhooks();
await startWorker();

test.each([
  [
    'hanging receivers, as many as a workspace can have, delay neither other receivers nor other workspaces [webhooks.apart]',
    hangingReceivers,
  ],
  [
    'another workspace is served while 20,000 deliveries of one are pending [webhooks.apart jobs.fair]',
    pendingDeliveries,
  ],
  [
    'another workspace is served while 20,000 events of one are pending [webhooks.apart jobs.fair]',
    pendingEvents,
  ],
])('%s', async (_, createBacklog) => {
  const { listeners, remaining } = await createBacklog(service, queue);
  for (const { account, hook } of listeners) {
    const before = hook.requests.length;
    for (let sent = 1; sent <= 5; sent++) {
      await account.addProspects(1);
      await hook.waitForRequests(before + sent);
    }
  }
  expect(await remaining()).toBeGreaterThan(0);
});
