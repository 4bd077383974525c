import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordMeasurement } from '../record-measurement.ts';
import {
  hangingReceivers,
  pendingDeliveries,
  pendingEvents,
  startListener,
  type WebhookListener,
} from '../webhooks/backlogs.ts';
import { setUpWebhooks } from '../webhooks/webhooks-client.ts';

const { service, queue, startWorker } = await setUpWebhooks();
await startWorker();

/** Delivery times in milliseconds, shortest first. */
async function deliveryTimes({ account, hook }: WebhookListener, times: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = hook.requests.length;
    await account.addProspects(1);
    const answered = Date.now();
    await hook.waitForRequests(before + 1);
    tookMs.push(hook.requests.at(-1)!.at - answered);
    await sleep(300);
  }
  return tookMs.sort((a, b) => a - b);
}

test('an idle worker delivers most webhooks within a second', async () => {
  const median = (await deliveryTimes(await startListener(service), 9))[4]!;
  recordMeasurement('delivery of a webhook by an idle worker, median of 9', `${median} ms`);
  expect(median).toBeLessThan(1_000);
});

test.each([
  ['hanging receivers', hangingReceivers],
  ['20,000 deliveries', pendingDeliveries],
  ['20,000 events', pendingEvents],
])('%s delay other webhooks by less than five seconds', async (backlog, createBacklog) => {
  const { listeners } = await createBacklog(service, queue);
  const times = await Promise.all(listeners.map((one) => deliveryTimes(one, 5)));
  const slowest = Math.max(...times.flat());
  recordMeasurement(`delivery of a webhook beside ${backlog}, slowest`, `${slowest} ms`);
  expect(slowest).toBeLessThan(5_000);
});
