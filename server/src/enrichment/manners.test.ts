import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Circuit } from './circuit.ts';
import { ModelFailure, NothingUseful } from './model.ts';
import { UnreadablePage } from './readers.ts';
import { choose, waitAfter } from './rules.ts';
import { Turns } from './turns.ts';

const away = () => Promise.reject(new ModelFailure('away', 'away'));
const answer = () => Promise.resolve('answer');

test('a provider that keeps failing is left alone, tried with one question, and trusted again [models.limits]', async () => {
  let now = 0;
  const circuit = new Circuit(() => now);
  for (let failed = 0; failed < 5; failed++)
    await expect(circuit.ask(away)).rejects.toMatchObject({ wasAsked: true });
  let asked = 0;
  const count = () => {
    asked++;
    return answer();
  };
  await expect(circuit.ask(count)).rejects.toMatchObject({ kind: 'away', wasAsked: false });
  now += 9_999;
  await expect(circuit.ask(count)).rejects.toMatchObject({ wasAsked: false });
  now += 2;
  const { promise, reject } = Promise.withResolvers<string>();
  const probe = circuit.ask(() => promise);
  await expect(circuit.ask(count)).rejects.toMatchObject({ wasAsked: false });
  reject(new ModelFailure('away', 'still away'));
  await expect(probe).rejects.toMatchObject({ wasAsked: true });
  now += 10_001;
  await expect(circuit.ask(count)).rejects.toMatchObject({ wasAsked: false });
  now += 10_001;
  expect(asked).toBe(0);
  expect(await circuit.ask(count)).toBe('answer');
  expect(await Promise.all([circuit.ask(count), circuit.ask(count)])).toEqual(['answer', 'answer']);
});

test('an answer in between, or one that cannot be used, is no failure of the provider', async () => {
  const circuit = new Circuit(() => 0);
  const garbled = () => Promise.reject(new ModelFailure('garbled', 'garbled'));
  for (let failed = 0; failed < 20; failed++) {
    await expect(circuit.ask(away)).rejects.toThrow();
    if (failed % 4 === 3) await expect(circuit.ask(garbled)).rejects.toThrow('garbled');
  }
  expect(await circuit.ask(answer)).toBe('answer');
});

test('a provider that asks for time is given it, by everyone', async () => {
  let now = 0;
  const circuit = new Circuit(() => now);
  const busy = () => Promise.reject(new ModelFailure('busy', 'busy', { retryAfterSeconds: 30 }));
  await expect(circuit.ask(busy)).rejects.toMatchObject({ wasAsked: true });
  now += 29_000;
  await expect(circuit.ask(answer)).rejects.toMatchObject({
    wasAsked: false,
    retryAfterSeconds: 1,
  });
  now += 1_001;
  expect(await circuit.ask(answer)).toBe('answer');
});

test('only so many ask at once, and whoever has the fewest under way is next [models.limits models.fair]', async () => {
  const turns = new Turns(3);
  const signal = new AbortController().signal;
  let [now, most] = [0, 0];
  const order: string[] = [];
  const work = (who: string) =>
    turns.take(who, signal, async () => {
      order.push(who);
      most = Math.max(most, ++now);
      await sleep(5);
      now--;
    });
  const many = Array.from({ length: 50 }, () => work('large'));
  const before = order.length;
  await Promise.all([work('small'), ...many]);
  expect(most).toBe(3);
  expect(order).toHaveLength(51);
  expect(order.indexOf('small')).toBeLessThanOrEqual(before + 1);
});

test('who gives up waiting leaves the line, and nobody is forgotten in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (givesUp) => {
      const turns = new Turns(2);
      let done = 0;
      const waiting = givesUp.map((leaves, number) => {
        const signal = leaves ? AbortSignal.timeout(0) : new AbortController().signal;
        return turns
          .take(`w${number % 3}`, signal, async () => {
            await sleep(1);
            done++;
          })
          .catch(() => 'left');
      });
      await Promise.all(waiting);
      expect(done).toBeGreaterThanOrEqual(givesUp.filter((leaves) => !leaves).length);
      expect(await turns.take('last', new AbortController().signal, async () => 'served')).toBe(
        'served',
      );
    }),
    { numRuns: 30 },
  );
});

test('only what may be better later is tried again, later each time, and not for ever', () => {
  const busy = (seconds?: number) =>
    new ModelFailure('busy', '', seconds === undefined ? {} : { retryAfterSeconds: seconds });
  expect([1, 2, 3, 4, 5, 6].map((attempts) => waitAfter(busy(), attempts))).toEqual([
    4,
    16,
    64,
    256,
    300,
    null,
  ]);
  expect(waitAfter(busy(100), 1)).toBe(100);
  expect(waitAfter(busy(100_000), 1)).toBe(300);
  for (const kind of ['garbled', 'refused', 'misconfigured'] as const)
    expect(waitAfter(new ModelFailure(kind, ''), 1)).toBeNull();
  expect(waitAfter(new NothingUseful('nothing_known', ''), 1)).toBeNull();
  const notAsked = new ModelFailure('away', '', { retryAfterSeconds: 7, wasAsked: false });
  expect(waitAfter(notAsked, 99)).toBe(7);
});

test('a page that cannot be read is tried three times [research.unreadable]', () => {
  const unreadable = new UnreadablePage();
  expect([1, 2, 3].map((attempts) => waitAfter(unreadable, attempts))).toEqual([4, 16, null]);
});

test('who is queued is paid for, is not under way, and comes in the order of the request [credits.partial]', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String));
  fc.assert(
    fc.property(ids, ids, fc.nat(40), (wanted, underWay, credits) => {
      const { queued, unpaid, results } = choose(wanted, new Set(underWay), credits);
      expect(queued.length).toBeLessThanOrEqual(credits);
      expect([...queued, ...unpaid]).toEqual(wanted.filter((id) => !underWay.includes(id)));
      expect(results.map(({ prospectId }) => prospectId)).toEqual(wanted);
      expect(results.filter(({ status }) => status === 'queued').length).toBe(queued.length);
    }),
  );
});
