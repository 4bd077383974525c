import { expect } from 'vitest';
import type { SendWindow } from '../../src/core/mailboxes/mailbox-rows.sql.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { localMinute, naiveIsOpen } from './naive-opening.ts';

/** Few emails a day, because each turn may be a transaction. */
const maxLimit = 4;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
];
const windowSets: SendWindow[][] = [
  [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  [
    { days: [1, 2, 3, 4, 5], from: '08:30', to: '12:00' },
    { days: [1, 2, 3, 4, 5], from: '13:00', to: '16:15' },
  ],
  [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
  [{ days: [1, 3, 5, 7], from: '01:30', to: '09:45' }],
];
const gaps: [number, number][] = [
  [1_800, 3_600],
  [2_400, 4_500],
];

/** What the pace of a mailbox depends on. */
export interface SenderSettings {
  zone: string;
  windows: SendWindow[];
  dailyLimit: number;
  ramp: [start: number, step: number] | null;
  gap: [fromSeconds: number, toSeconds: number];
}

/** Settings that differ from one mailbox to the next. */
export const senderSettings = (index: number): SenderSettings => ({
  zone: zones[index % zones.length]!,
  windows: windowSets[index % windowSets.length]!,
  dailyLimit: index % 3 === 0 ? maxLimit : 1 + (index % 3),
  ramp: index % 3 === 0 ? [1, 1] : null,
  gap: gaps[index % gaps.length]!,
});

/** The outcome of a turn: the worker goes on, or is lost before or after the last line. */
export type TurnOutcome = 'accepted' | 'lost_claimed' | 'lost_at_dot';

interface SimulatedMailbox {
  /** One turn, and when to look again, or null if the mailbox waits for a change. */
  takeTurn: (turn: { at: Date; random: () => number; outcome: TurnOutcome }) => Promise<{
    isClaimed: boolean;
    nextAt: Date | null;
  }>;
  change: (settings: SenderSettings, at: Date) => Promise<unknown>;
}

interface SimulatedDays {
  settings: SenderSettings;
  seed: number;
  start: number;
  days: number;
  /** Changes of the limit, the zone or the windows. */
  changeCount: number;
  /** The share of turns whose worker is lost. */
  lostShare: number;
}

export interface DayFigures {
  turns: number;
  sent: number;
  lost: number;
  changes: number;
}

interface Sender extends SenderSettings {
  nextAt: number;
  /** Emails that left or may have left. */
  sent: number[];
  /** Its day by the test's own rules. */
  counted: { day: string; began: number; sent: number; rampDays: number };
  /** The last change, or the end of a lost worker's lease. */
  disturbedAt: number;
  leasedUntil: number;
  zoneChangedAt: number;
}

/** Takes all turns and changes of one mailbox, in order, and fails if an email leaves too early or too late. */
export async function simulateDays(
  mailbox: SimulatedMailbox,
  { settings, seed, start, days, changeCount, lostShare }: SimulatedDays,
): Promise<DayFigures> {
  const end = start + days * dayMs;
  const sender: Sender = {
    ...settings,
    ...{ nextAt: start, sent: [], disturbedAt: start, leasedUntil: 0, zoneChangedAt: 0 },
    counted: { day: '', began: 0, sent: 0, rampDays: 0 },
  };
  const figures: DayFigures = { turns: 0, sent: 0, lost: 0, changes: 0 };
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const changes = Array.from({ length: changeCount }, () => ({
    at: start + random() * (end - start),
    kind: pick(['limit', 'zone', 'windows'] as const),
  })).sort((a, b) => a.at - b.at);

  for (;;) {
    const change = changes[0];
    if (change && change.at <= sender.nextAt) {
      changes.shift();
      figures.changes++;
      await apply(change);
      continue;
    }
    const at = sender.nextAt;
    if (at >= end) return figures;
    figures.turns++;
    const outcome =
      random() < lostShare ? pick(['lost_claimed', 'lost_at_dot'] as const) : 'accepted';
    const { isClaimed, nextAt } = await mailbox.takeTurn({ at: new Date(at), random, outcome });
    expect(nextAt === null || nextAt.getTime() > at, 'every turn moves on').toBe(true);
    sender.nextAt = nextAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (!isClaimed) continue;
    countDay(sender, at);
    if (outcome !== 'lost_claimed') {
      check(sender, at);
      figures.sent++;
    }
    if (outcome !== 'accepted') {
      figures.lost++;
      sender.leasedUntil = sender.nextAt;
      sender.disturbedAt = sender.nextAt;
    }
  }

  async function apply({ at, kind }: (typeof changes)[number]): Promise<void> {
    if (kind === 'limit') sender.dailyLimit = 1 + Math.floor(random() * maxLimit);
    if (kind === 'windows') sender.windows = pick(windowSets);
    if (kind === 'zone') {
      sender.zone = pick(zones);
      sender.zoneChangedAt = at;
    }
    sender.disturbedAt = Math.max(at, sender.disturbedAt);
    sender.nextAt = Math.max(at, sender.leasedUntil);
    await mailbox.change(sender, new Date(at));
  }
}

/** A new day begins with a claim if the local date has changed, and 20 hours after the last at the earliest. */
function countDay({ counted, zone }: Sender, at: number): void {
  const today = localMinute(zone, at).day();
  if (today === counted.day || at < counted.began + 20 * hourMs) return;
  let midnight = Math.floor(at / minuteMs) * minuteMs;
  while (localMinute(zone, midnight - minuteMs).day() === today) midnight -= minuteMs;
  counted.began = Math.max(midnight, counted.began + 20 * hourMs);
  counted.day = today;
  counted.rampDays += counted.sent > 0 ? 1 : 0;
  counted.sent = 0;
}

/** Fails if this email should not have left now, or should have left earlier. */
function check(sender: Sender, at: number): void {
  const { zone, windows, dailyLimit, ramp, gap, sent } = sender;
  const context = `${zone} at ${new Date(at).toISOString()}`;
  expect(naiveIsOpen(windows, zone, at), `outside the window: ${context}`).toBe(true);
  const last = sent.at(-1) ?? Number.NEGATIVE_INFINITY;
  expect(at - last, `gap too short: ${context}`).toBeGreaterThanOrEqual(gap[0] * 1_000);

  const { counted } = sender;
  const limit = ramp ? Math.min(dailyLimit, ramp[0] + ramp[1] * counted.rampDays) : dailyLimit;
  expect(counted.sent, `over the limit: ${context}`).toBeLessThan(limit);

  const allowed = 2 * gap[1] * 1_000;
  const readyFrom = Math.max(last + gap[1] * 1_000, sender.disturbedAt);
  // After a change of the zone, days begin 20 hours apart until they begin at midnight again.
  if (at - sender.zoneChangedAt > 6 * dayMs) {
    const today = localMinute(zone, at).day();
    let idleMs = 0;
    for (let ms = at - minuteMs; ms > readyFrom && idleMs <= allowed; ms -= minuteMs) {
      // Before today, the day's limit may have been reached.
      if (localMinute(zone, ms).day() !== today) break;
      if (naiveIsOpen(windows, zone, ms)) idleMs += minuteMs;
    }
    expect(idleMs, `idle for too long: ${context}`).toBeLessThanOrEqual(allowed);
  }
  sent.push(at);
  counted.sent++;
}
