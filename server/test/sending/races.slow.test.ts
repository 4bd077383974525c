import { describe, expect, test } from 'vitest';
import { isFull, sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { raceServer, startSenderProcess } from './email-race.ts';
import { type GroupedResult, raceEmailsUntil } from './race-groups.ts';
import { stopKinds } from './race-stops.ts';

/** For each kind: without stopped workers, with short stops, and with long ones. */
const [undisturbedCount, stoppedCount, longStoppedCount] = [
  sizeForRun(5, 500),
  sizeForRun(5, 450),
  sizeForRun(0, 50),
];
const shortPause = { fromMs: 0, toMs: sizeForRun(300, 3_000) };
const longPause = { fromMs: 3_000, toMs: 10_000 };

const service = await testService({ config: { DATABASE_POOL_SIZE: 16 } });
const server = await raceServer();
const { certificate } = server;
const senders = await Promise.all(
  Array.from({ length: sizeForRun(2, 5) }, () => startSenderProcess(service, { certificate })),
);
const kinds = Object.entries(stopKinds(service));

const hits = (results: GroupedResult[]) => results.filter(({ stoppedAt }) => stoppedAt !== null);
const atGate = (results: GroupedResult[]) =>
  hits(results).filter(({ stoppedAt }) => stoppedAt !== 'claimed');
const random = (results: GroupedResult[]) => results.filter(({ isHeld }) => !isHeld);
const sentResults = (results: GroupedResult[]) =>
  results.filter(({ isSent, isLate }) => isSent && !isLate);
const refusedResults = (results: GroupedResult[]) =>
  results.filter(({ outcome, isSent }) => outcome.startsWith('refused') && !isSent);

/** Both outcomes occurred, each in a tenth of the races that were not held. */
const wentBothWays = (results: GroupedResult[]) => {
  const raced = random(results);
  return [sentResults(raced), refusedResults(raced)].every(
    (some) => some.length * 10 >= raced.length,
  );
};

describe('no email leaves after the acknowledgement of', () => {
  test.each(kinds)('%s', { timeout: timeoutForRun(3_600_000, 60_000) }, async (_, kind) => {
    const races = { service, server, kind };
    const undisturbed = await raceEmailsUntil(races, senders, {
      count: undisturbedCount,
      isEnough: (results) => !isFull || wentBothWays(results),
    });
    const stopped = await raceEmailsUntil(races, senders, {
      count: stoppedCount,
      pause: shortPause,
      like: undisturbed,
      isEnough: (results) =>
        !isFull ||
        (hits(results).length >= stoppedCount && atGate(results).length * 10 >= stoppedCount),
    });
    const longStopped = await raceEmailsUntil(races, senders, {
      count: longStoppedCount,
      pause: longPause,
      like: undisturbed,
      isEnough: (results) => hits(results).length >= longStoppedCount,
    });
    const all = [...undisturbed, ...stopped, ...longStopped];
    expect(all.filter(({ isLate }) => isLate)).toEqual([]);
    // Every email either left before, or was refused at the gate.
    expect(sentResults(all).length + refusedResults(all).length).toBe(all.length);
    expect(new Set(server.dots).size, 'no email has two final dots').toBe(server.dots.length);
    // Which moments a few races hit is chance.
    if (!isFull) return;
    expect(wentBothWays(undisturbed), 'the email and the stop both won').toBe(true);
    expect(hits(stopped).length).toBeGreaterThanOrEqual(stoppedCount);
    expect(hits(longStopped).length).toBeGreaterThanOrEqual(longStoppedCount);
    expect(atGate(stopped).length * 10, 'stopped at the gate').toBeGreaterThanOrEqual(stoppedCount);
  });
});
