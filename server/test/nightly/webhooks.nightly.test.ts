import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  hangingReceivers,
  type Listener,
  listener,
  waitingChanges,
  waitingDeliveries,
} from '../webhooks/floods.ts';
import { webhookGround } from '../webhooks/ground.ts';

const { service, queue, startWorker } = await webhookGround();
await startWorker();

/** How long changes take to their receiver, in milliseconds, shortest first. */
async function waits({ account, hook }: Listener, times: number): Promise<number[]> {
  const measured: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = hook.arrivals.length;
    await account.people(1);
    const answered = Date.now();
    await hook.atLeast(before + 1);
    measured.push(hook.arrivals.at(-1)!.at - answered);
    await sleep(300);
  }
  return measured.sort((a, b) => a - b);
}

test('an idle worker tells the receiver within a second of most changes', async () => {
  const measured = await waits(await listener(service), 9);
  expect(measured[4]).toBeLessThan(1_000);
});

test.each([
  ['receivers that hang', hangingReceivers],
  ['twenty thousand deliveries', waitingDeliveries],
  ['twenty thousand changes', waitingChanges],
])('%s hold up others by less than five seconds', async (_, flood) => {
  const { listeners } = await flood(service, queue);
  for (const one of await Promise.all(listeners.map((one) => waits(one, 5))))
    expect(one.at(-1)).toBeLessThan(5_000);
});
