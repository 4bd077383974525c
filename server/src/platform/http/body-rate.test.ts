import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BodyRate } from './body-rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a body is refused that sends so many bytes in each second. */
async function isRefused(bytesPerSecond: number[]): Promise<boolean> {
  const rate = new BodyRate(5_000);
  let refused = false;
  rate.slow.catch(() => {
    refused = true;
  });
  for (const bytes of bytesPerSecond) {
    rate.add(Buffer.alloc(bytes));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  rate.stop();
  return refused;
}

const seconds = (count: number, bytes: number): number[] =>
  Array.from({ length: count }, () => bytes);

test('a body of which 1 KiB a second arrives is read to its end, however long that takes', async () => {
  expect(await isRefused(seconds(60, 1_024))).toBe(false);
});

test('a pause of less than five seconds is allowed', async () => {
  expect(await isRefused([...seconds(1, 100_000), ...seconds(4, 0), ...seconds(10, 1_024)])).toBe(
    false,
  );
});

test('a slow body is refused after five seconds, also if it began fast', async () => {
  expect(await isRefused(seconds(4, 0))).toBe(false);
  expect(await isRefused(seconds(6, 0))).toBe(true);
  expect(await isRefused(seconds(6, 800))).toBe(true);
  expect(await isRefused([...seconds(5, 1_000_000), ...seconds(6, 0)])).toBe(true);
});
