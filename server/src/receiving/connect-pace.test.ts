import { expect, test } from 'vitest';
import { ConnectPace } from './read-slots.ts';

test('connections that are wanted at the same time begin one after another', async () => {
  const pace = new ConnectPace(50);
  const { signal } = new AbortController();
  const startedAt = performance.now();
  const began = await Promise.all(
    Array.from({ length: 6 }, () => pace.turn(signal).then(() => performance.now() - startedAt)),
  );
  // 5 gaps of 20 ms, and timers may be a millisecond early.
  expect(began.at(-1)).toBeGreaterThanOrEqual(95);
});

test('a connection that is no longer wanted does not hold up the others', async () => {
  const pace = new ConnectPace(0.001);
  const aborted = pace.turn(AbortSignal.abort());
  await expect(aborted).rejects.toThrow();
  await pace.turn(new AbortController().signal);
});
