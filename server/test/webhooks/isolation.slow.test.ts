import { expect, test } from 'vitest';
import { isFull } from '../run-size.ts';
import { hangingReceivers, pendingDeliveries, pendingEvents } from './backlogs.ts';
import { setUpWebhooks } from './webhooks-client.ts';

const { service, queue, startWorker } = await setUpWebhooks();
await startWorker();

const backlogs = [
  ['as many hanging receivers as a workspace can have', hangingReceivers],
  ['20,000 pending deliveries of one workspace', pendingDeliveries],
  ['20,000 pending events of one workspace', pendingEvents],
] as const;

test.each(isFull ? backlogs : backlogs.slice(0, 1))(
  '%s delay no other receiver and no other workspace',
  async (_, createBacklog) => {
    const { listeners, remaining } = await createBacklog(service, queue);
    for (const { account, hook } of listeners) {
      const before = hook.requests.length;
      for (let sent = 1; sent <= 5; sent++) {
        await account.addProspects(1);
        await hook.waitForRequests(before + sent);
      }
    }
    expect(await remaining()).toBeGreaterThan(0);
  },
);
