import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  hangingReceivers,
  type Listener,
  listener,
  pendingDeliveries,
  pendingEvents,
} from '../webhooks/backlogs.ts';
import { setUpWebhooks } from '../webhooks/setup.ts';

const { service, queue, startWorker } = await setUpWebhooks();
await startWorker();

/** Delivery times in milliseconds, shortest first. */
async function deliveryTimes({ account, hook }: Listener, times: number): Promise<number[]> {
  const measured: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = hook.requests.length;
    await account.addProspects(1);
    const answered = Date.now();
    await hook.waitForRequests(before + 1);
    measured.push(hook.requests.at(-1)!.at - answered);
    await sleep(300);
  }
  return measured.sort((a, b) => a - b);
}

test('an idle worker delivers most webhooks within a second', async () => {
  const measured = await deliveryTimes(await listener(service), 9);
  expect(measured[4]).toBeLessThan(1_000);
});

test.each([
  ['hanging receivers', hangingReceivers],
  ['20,000 deliveries', pendingDeliveries],
  ['20,000 events', pendingEvents],
])('%s delay other webhooks by less than five seconds', async (_, createBacklog) => {
  const { listeners } = await createBacklog(service, queue);
  for (const one of await Promise.all(listeners.map((one) => deliveryTimes(one, 5))))
    expect(one.at(-1)).toBeLessThan(5_000);
});
