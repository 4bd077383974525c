import { expect, test } from 'vitest';
import { unavailableError } from '../platform/error.ts';
import { stopGraceMs } from '../platform/queue/job-loops.ts';
import { retryDuringOutage } from './record-outcome.ts';

const outage = () => unavailableError('database', 'The database is not responding.');

test('an outcome is stored after a short outage of the database', async () => {
  let calls = 0;
  const stored = retryDuringOutage(async () => {
    if (++calls === 1) throw outage();
    return 'stored';
  });
  expect(await stored).toBe('stored');
  expect(calls).toBe(2);
});

test('an error that is not about the state of the database is thrown at once', async () => {
  let calls = 0;
  const failing = retryDuringOutage(async () => {
    calls++;
    throw new TypeError('undefined is not a function');
  });
  await expect(failing).rejects.toThrow(TypeError);
  expect(calls).toBe(1);
});

test('an outage is not waited for longer than a stopping worker waits for its jobs', async () => {
  let calls = 0;
  const failing = retryDuringOutage(async () => {
    calls++;
    throw outage();
  }, 1_000);
  await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
  // After 0, 250 and 750 ms; the next one would come after 1,750.
  expect(calls).toBeLessThanOrEqual(3);
  expect(stopGraceMs).toBeLessThan(15_000);
});
