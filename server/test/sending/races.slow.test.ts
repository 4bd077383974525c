import { describe, expect, test } from 'vitest';
import { testService } from '../service.ts';
import { sized, sizedTimeout } from '../size.ts';
import { type GroupedResult, raceUntil } from './race-groups.ts';
import { stopKinds } from './race-stops.ts';
import { raceServer, startSender } from './races.ts';

/** For each kind: without stopped workers, with short stops, and with long ones. */
const [undisturbedCount, stoppedCount, longStoppedCount] = [
  sized(5, 500),
  sized(5, 450),
  sized(0, 50),
];
const shortPause = { fromMs: 0, toMs: sized(300, 3_000) };
const longPause = { fromMs: 3_000, toMs: 10_000 };

const service = await testService({ config: { DATABASE_POOL_SIZE: 16 } });
const server = await raceServer();
const { certificate } = server;
const senders = await Promise.all(
  Array.from({ length: sized(2, 5) }, () => startSender(service, { certificate })),
);
const kinds = Object.entries(stopKinds(service));

const hits = (results: GroupedResult[]) => results.filter(({ stoppedAt }) => stoppedAt !== null);
const atGate = (results: GroupedResult[]) =>
  hits(results).filter(({ stoppedAt }) => stoppedAt !== 'claimed');
const random = (results: GroupedResult[]) => results.filter(({ isHeld }) => !isHeld);
const left = (results: GroupedResult[]) =>
  results.filter(({ isSent, isLate }) => isSent && !isLate);
const refused = (results: GroupedResult[]) =>
  results.filter(({ outcome, isSent }) => outcome.startsWith('refused') && !isSent);

/** Both ends of the race were seen, each in a tenth of those that were not held. */
const wentBothWays = (results: GroupedResult[]) => {
  const raced = random(results);
  return [left(raced), refused(raced)].every((some) => some.length * 10 >= raced.length);
};

function expectNoneLate(results: GroupedResult[]): void {
  expect(
    results.filter(({ isLate }) => isLate),
    'emails that left after the acknowledgement',
  ).toEqual([]);
}

function countsOf(results: GroupedResult[]) {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const stops: Record<string, number> = {};
  for (const { stoppedAt } of hits(results)) stops[stoppedAt!] = (stops[stoppedAt!] ?? 0) + 1;
  return {
    races: results.length,
    late: results.filter(({ isLate }) => isLate).length,
    leftBefore: left(results).length,
    refused: refused(results).length,
    stops,
    outcomes,
  };
}

describe('no email leaves after the acknowledgement of', () => {
  test.each(kinds)('%s', { timeout: sizedTimeout(3_600_000, 60_000) }, async (what, kind) => {
    const startedAt = Date.now();
    const races = { service, server, kind, planted: false };
    const undisturbed = await raceUntil(races, senders, {
      count: undisturbedCount,
      isEnough: wentBothWays,
    });
    const stopped = await raceUntil(races, senders, {
      count: stoppedCount,
      pause: shortPause,
      like: undisturbed,
      isEnough: (results) =>
        hits(results).length >= stoppedCount && atGate(results).length * 10 >= stoppedCount,
    });
    const longStopped = await raceUntil(races, senders, {
      count: longStoppedCount,
      pause: longPause,
      like: undisturbed,
      isEnough: (results) => hits(results).length >= longStoppedCount,
    });
    const all = [...undisturbed, ...stopped, ...longStopped];
    console.log(
      JSON.stringify({
        what,
        seconds: Math.round((Date.now() - startedAt) / 1_000),
        undisturbed: countsOf(undisturbed),
        stopped: countsOf(stopped),
        longStopped: countsOf(longStopped),
      }),
    );
    expectNoneLate(all);
    // Every email either left before, or was refused at the gate.
    expect(left(all).length + refused(all).length).toBe(all.length);
    expect(new Set(server.dots).size, 'no email has two final dots').toBe(server.dots.length);
    expect(wentBothWays(undisturbed), 'the email and the stop both won').toBe(true);
    expect(hits(stopped).length).toBeGreaterThanOrEqual(stoppedCount);
    expect(hits(longStopped).length).toBeGreaterThanOrEqual(longStoppedCount);
    expect(atGate(stopped).length * 10, 'stopped at the gate').toBeGreaterThanOrEqual(stoppedCount);
  });
});

test.each(kinds.slice(0, sized(1, kinds.length)))(
  'a check before connecting would send after the acknowledgement of %s',
  { timeout: sizedTimeout(3_600_000, 60_000) },
  async (what, kind) => {
    const races = { service, server, kind, planted: true };
    const count = sized(15, 200);
    const isEnough = (results: GroupedResult[]) => random(results).some(({ isLate }) => isLate);
    const undisturbed = await raceUntil(races, senders, { count, isEnough });
    const stopped = await raceUntil(races, senders, {
      count: sized(5, 20),
      isEnough,
      pause: shortPause,
    });
    console.log(
      JSON.stringify({
        what: `planted: ${what}`,
        random: countsOf(random(undisturbed)),
        held: countsOf(undisturbed.filter(({ isHeld }) => isHeld)),
        stopped: countsOf(stopped),
      }),
    );
    for (const results of [random(undisturbed), undisturbed, stopped])
      expect(() => expectNoneLate(results)).toThrow('left after the acknowledgement');
  },
);
