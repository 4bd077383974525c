import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SendWindow } from '../../src/core/mailboxes/mailboxes.sql.ts';
import { limitOf } from '../../src/core/sending/pace-rules.ts';
import { sql } from '../../src/platform/db/index.ts';
import { seededRandom } from '../faults/random.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { testService } from '../service.ts';
import { sized } from '../size.ts';
import { localMinute, naiveIsOpen } from './naive-opening.ts';
import { mailWorkspace, workerDatabase } from './setup.ts';
import { virtualTurn } from './virtual-days.ts';

const mailboxCount = sized(20, 200);
const days = 120;
/** Few emails a day, because each turn is a transaction. */
const maxLimit = 4;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Both changes of the clock in the north or the south are within 120 days. */
const start = Date.parse('2026-02-01T00:00Z');
const end = start + days * dayMs;

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

interface Sender {
  id: string;
  zone: string;
  windows: SendWindow[];
  dailyLimit: number;
  ramp: [number, number] | null;
  gap: [number, number];
  nextAt: number;
  /** Emails that left or may have left. */
  sent: number[];
  rampDays: Set<string>;
  /** The last change, or the end of a lost worker's lease. */
  disturbedAt: number;
  leasedUntil: number;
  zoneChangedAt: number;
  zoneChanges: number;
}

const service = await testService();
const db = workerDatabase(service);

test('over 120 days, no mailbox sends too much, too fast, at night, or stays idle [pace.limit pace.gap pace.idle]', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(20_260_201);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const { id: workspaceId } = await service.workspace();
  const mail = mailWorkspace(service.owner, db, workspaceId);
  const senders: Sender[] = [];
  for (let index = 0; index < mailboxCount; index++) {
    const settings = {
      zone: zones[index % zones.length]!,
      windows: windowSets[index % windowSets.length]!,
      dailyLimit: 1 + (index % 3),
      ramp: (index % 3 === 0 ? [1, 1] : null) as [number, number] | null,
      gap: gaps[index % gaps.length]!,
    };
    const { ramp, gap, ...rest } = settings;
    const id = await mail.mailbox({
      ...rest,
      ...(ramp && { ramp }),
      gapSeconds: gap,
      syncedAt: new Date(end),
      sendAt: new Date(start),
    });
    senders.push({
      ...settings,
      id,
      nextAt: start,
      sent: [],
      rampDays: new Set(),
      disturbedAt: start,
      leasedUntil: 0,
      zoneChangedAt: 0,
      zoneChanges: 0,
    });
  }
  await mail.run(sql`update mailbox set lease_id = null where workspace_id = ${workspaceId}`);
  const { id: campaignId, stepIds } = await mail.campaign({
    steps: ['One', 2, 'Two', 5, 'Three'],
    mailboxes: senders.map(({ id }) => id),
  });
  const nextOf = (stepId: string) =>
    stepId === stepIds[0]
      ? { stepId: stepIds[2]!, days: 2 }
      : stepId === stepIds[2]
        ? { stepId: stepIds[4]!, days: 5 }
        : null;
  await enrollMany(workspaceId, campaignId, mailboxCount * days * 2);

  const changes = Array.from({ length: mailboxCount * 6 }, () => ({
    at: start + random() * (end - start),
    sender: pick(senders),
    kind: pick(['limit', 'zone', 'windows'] as const),
  })).sort((a, b) => a.at - b.at);

  let turns = 0;
  for (;;) {
    const sender = senders.reduce((soonest, one) => (one.nextAt < soonest.nextAt ? one : soonest));
    const change = changes[0];
    if (change && change.at <= sender.nextAt) {
      changes.shift();
      await apply(change, pick);
      continue;
    }
    if (sender.nextAt >= end) break;
    turns++;
    const at = sender.nextAt;
    const fate = random() < 0.01 ? pick(['lost_claimed', 'lost_at_dot'] as const) : 'accepted';
    const { message, nextAt } = await virtualTurn(db, workspaceId, sender.id, {
      ...{ at: new Date(at), random, fate, nextOf },
    });
    expect(nextAt === null || nextAt.getTime() > at, 'every turn moves on').toBe(true);
    sender.nextAt = nextAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (!message) continue;
    if (fate !== 'lost_claimed') check(sender, at);
    if (fate !== 'accepted') {
      sender.leasedUntil = sender.nextAt;
      sender.disturbedAt = sender.nextAt;
    }
  }
  const sent = senders.reduce((sum, one) => sum + one.sent.length, 0);
  expect(sent).toBeGreaterThan(mailboxCount * 100);
  expect(turns).toBeLessThan(sent * 3);

  async function apply(
    { at, sender, kind }: (typeof changes)[number],
    choose: <T>(from: readonly T[]) => T,
  ): Promise<void> {
    if (kind === 'limit') sender.dailyLimit = 1 + Math.floor(random() * maxLimit);
    if (kind === 'zone') sender.zone = choose(zones);
    if (kind === 'windows') sender.windows = choose(windowSets);
    if (kind === 'zone') {
      sender.zoneChangedAt = at;
      sender.zoneChanges++;
    }
    sender.disturbedAt = Math.max(at, sender.disturbedAt);
    sender.nextAt = Math.max(at, sender.leasedUntil);
    await mail.run(sql`
        update mailbox
        set daily_limit = ${sender.dailyLimit}, zone = ${sender.zone},
            windows = ${JSON.stringify(sender.windows)}, send_at = ${new Date(at)}
        where id = ${sender.id}`);
  }
});

/** Fails if this email should not have left now, or should have left earlier. */
function check(sender: Sender, at: number): void {
  const { zone, windows, dailyLimit, ramp, gap, sent } = sender;
  const context = `${zone} at ${new Date(at).toISOString()}`;
  expect(naiveIsOpen(windows, zone, at), `outside the window: ${context}`).toBe(true);
  const last = sent.at(-1) ?? Number.NEGATIVE_INFINITY;
  expect(at - last, `gap too short: ${context}`).toBeGreaterThanOrEqual(gap[0] * 1_000);

  const today = localMinute(zone, at).day();
  const limit = limitOf(
    { dailyLimit, rampStart: ramp?.[0] ?? null, rampStep: ramp?.[1] ?? null },
    // A change of the zone can give a date twice.
    [...sender.rampDays].filter((day) => day !== today).length + 2 * sender.zoneChanges,
  );
  // After a change of the zone, days begin 20 hours apart until they begin at midnight again. Until
  // then, two allowances in 20 hours are the most.
  const isSettled = at - sender.zoneChangedAt > 6 * dayMs;
  const counted = isSettled
    ? sent.filter((time) => localMinute(zone, time).day() === today)
    : sent.filter((time) => at - time < 20 * hourMs);
  const most = isSettled ? limit : 2 * maxLimit;
  expect(counted.length, `over the limit: ${context}`).toBeLessThan(most);

  const allowed = 2 * gap[1] * 1_000;
  const readyFrom = Math.max(last + gap[1] * 1_000, sender.disturbedAt);
  if (isSettled) {
    let idleMs = 0;
    for (let ms = at - minuteMs; ms > readyFrom && idleMs <= allowed; ms -= minuteMs) {
      // Before today, the day's limit may have been reached.
      if (localMinute(zone, ms).day() !== today) break;
      if (naiveIsOpen(windows, zone, ms)) idleMs += minuteMs;
    }
    expect(idleMs, `idle for too long: ${context}`).toBeLessThanOrEqual(allowed);
  }
  sent.push(at);
  sender.rampDays.add(today);
}

/** New prospects, each with a domain of its own, all due from the start. */
async function enrollMany(workspaceId: string, campaignId: string, count: number): Promise<void> {
  const prefix = randomUUIDv7();
  await service.owner.transaction(workspaceId, async (tx) => {
    for (let from = 0; from < count; from += 10_000)
      await tx.run(sql`
        with made as (
          insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
          select ${workspaceId}, gen_random_uuid(), email, email, 'manual', ${blankSearch.values}
          from (
            select 'jane@d' || n || ${`-${prefix}.example`}::text as email
            from generate_series(${from}::int, ${Math.min(from + 10_000, count) - 1}::int) as n) named
          returning id
        )
        insert into enrollment (workspace_id, campaign_id, prospect_id, due_at)
        select ${workspaceId}, ${campaignId}, id, ${new Date(start)} from made`);
    await tx.run(sql`analyze enrollment, prospect`);
  });
}
