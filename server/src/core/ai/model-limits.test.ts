import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseProspects, retryDelaySeconds } from '../../enrichment/enrichment-rules.ts';
import { UnreadablePage } from '../../enrichment/page-readers.ts';
import { FairLimiter } from '../../platform/fair-limiter.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { ModelFailure, NoUsableResult } from './model.ts';

const away = () => Promise.reject(new ModelFailure('away', 'away'));
const answer = () => Promise.resolve('answer');

test('calls to a failing provider are paused, probed with one call, and resumed', async () => {
  let now = 0;
  const circuit = new CircuitBreaker(() => now);
  for (let failed = 0; failed < 5; failed++)
    await expect(circuit.run(away)).rejects.toMatchObject({ wasCalled: true });
  let asked = 0;
  const count = () => {
    asked++;
    return answer();
  };
  await expect(circuit.run(count)).rejects.toMatchObject({ kind: 'away', wasCalled: false });
  now += 9_999;
  await expect(circuit.run(count)).rejects.toMatchObject({ wasCalled: false });
  now += 2;
  const { promise, reject } = Promise.withResolvers<string>();
  const probe = circuit.run(() => promise);
  await expect(circuit.run(count)).rejects.toMatchObject({ wasCalled: false });
  reject(new ModelFailure('away', 'still away'));
  await expect(probe).rejects.toMatchObject({ wasCalled: true });
  now += 10_001;
  await expect(circuit.run(count)).rejects.toMatchObject({ wasCalled: false });
  now += 10_001;
  expect(asked).toBe(0);
  expect(await circuit.run(count)).toBe('answer');
  expect(await Promise.all([circuit.run(count), circuit.run(count)])).toEqual(['answer', 'answer']);
});

test('a response in between, even an unusable one, resets the failure count', async () => {
  const circuit = new CircuitBreaker(() => 0);
  const garbled = () => Promise.reject(new ModelFailure('garbled', 'garbled'));
  for (let failed = 0; failed < 20; failed++) {
    await expect(circuit.run(away)).rejects.toThrow();
    if (failed % 4 === 3) await expect(circuit.run(garbled)).rejects.toThrow('garbled');
  }
  expect(await circuit.run(answer)).toBe('answer');
});

test('Retry-After from a provider pauses all calls', async () => {
  let now = 0;
  const circuit = new CircuitBreaker(() => now);
  const busy = () => Promise.reject(new ModelFailure('busy', 'busy', { retryAfterSeconds: 30 }));
  await expect(circuit.run(busy)).rejects.toMatchObject({ wasCalled: true });
  now += 29_000;
  await expect(circuit.run(answer)).rejects.toMatchObject({
    wasCalled: false,
    retryAfterSeconds: 1,
  });
  now += 1_001;
  expect(await circuit.run(answer)).toBe('answer');
});

test('concurrency is limited, and the workspace with the fewest running calls goes next', async () => {
  const limiter = new FairLimiter(3);
  const signal = new AbortController().signal;
  let [running, maxRunning] = [0, 0];
  const order: string[] = [];
  const work = (workspace: string) =>
    limiter.run(workspace, signal, async () => {
      order.push(workspace);
      maxRunning = Math.max(maxRunning, ++running);
      await sleep(5);
      running--;
    });
  const many = Array.from({ length: 50 }, () => work('large'));
  const before = order.length;
  await Promise.all([work('small'), ...many]);
  expect(maxRunning).toBe(3);
  expect(order).toHaveLength(51);
  expect(order.indexOf('small')).toBeLessThanOrEqual(before + 1);
});

test('a canceled call leaves the queue, and every other call runs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (canceled) => {
      const limiter = new FairLimiter(2);
      let done = 0;
      const waiting = canceled.map((isCanceled, number) => {
        const signal = isCanceled ? AbortSignal.timeout(0) : new AbortController().signal;
        return limiter
          .run(`w${number % 3}`, signal, async () => {
            await sleep(1);
            done++;
          })
          .catch(() => 'left');
      });
      await Promise.all(waiting);
      expect(done).toBeGreaterThanOrEqual(canceled.filter((isCanceled) => !isCanceled).length);
      expect(await limiter.run('last', new AbortController().signal, async () => 'served')).toBe(
        'served',
      );
    }),
    { numRuns: 30 },
  );
});

test('only temporary failures are retried, with growing delays, up to a limit', () => {
  const busy = (seconds?: number) =>
    new ModelFailure('busy', '', seconds === undefined ? {} : { retryAfterSeconds: seconds });
  expect([1, 2, 3, 4, 5, 6].map((attempts) => retryDelaySeconds(busy(), attempts))).toEqual([
    4,
    16,
    64,
    256,
    300,
    null,
  ]);
  expect(retryDelaySeconds(busy(100), 1)).toBe(100);
  expect(retryDelaySeconds(busy(100_000), 1)).toBe(300);
  for (const kind of ['garbled', 'refused', 'misconfigured'] as const)
    expect(retryDelaySeconds(new ModelFailure(kind, ''), 1)).toBeNull();
  expect(retryDelaySeconds(new NoUsableResult('nothing_known', ''), 1)).toBeNull();
  const notAsked = new ModelFailure('away', '', { retryAfterSeconds: 7, wasCalled: false });
  expect(retryDelaySeconds(notAsked, 99)).toBe(7);
});

test('an unreadable page is tried three times', () => {
  const unreadable = new UnreadablePage();
  expect([1, 2, 3].map((attempts) => retryDelaySeconds(unreadable, attempts))).toEqual([
    4,
    16,
    null,
  ]);
});

test('queued prospects have a credit, are not in progress, and keep the order of the request', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String));
  fc.assert(
    fc.property(ids, ids, fc.nat(40), (requested, inProgress, credits) => {
      const { queued, unpaid, results } = chooseProspects(requested, new Set(inProgress), credits);
      expect(queued.length).toBeLessThanOrEqual(credits);
      expect([...queued, ...unpaid]).toEqual(requested.filter((id) => !inProgress.includes(id)));
      expect(results.map(({ prospectId }) => prospectId)).toEqual(requested);
      expect(results.filter(({ status }) => status === 'queued').length).toBe(queued.length);
    }),
  );
});
