import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SendWindow } from '../../src/core/mailboxes/mailboxes.sql.ts';
import { Database, sql } from '../../src/platform/db/index.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { seededRandom } from '../faults/random.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { testService } from '../service.ts';
import { sized } from '../size.ts';
import { localMinute, naiveIsOpen } from './naive-opening.ts';
import { type MailWorkspace, mailWorkspace } from './setup.ts';
import { virtualTurn } from './virtual-days.ts';

const mailboxCount = sized(20, 200);
const days = 120;
const mailboxesPerCampaign = 5;
/** Changes of the limit, the zone or the windows of each mailbox. */
const changesEach = 6;
const parallelMailboxes = 6;
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
  seed: number;
  zone: string;
  windows: SendWindow[];
  dailyLimit: number;
  ramp: [number, number] | null;
  gap: [number, number];
  nextAt: number;
  /** Emails that left or may have left. */
  sent: number[];
  /** Its day, by rules of the test's own. */
  counted: { day: string; began: number; sent: number; rampDays: number };
  /** The last change, or the end of a lost worker's lease. */
  disturbedAt: number;
  leasedUntil: number;
  zoneChangedAt: number;
}

const service = await testService();
const db = simulationDatabase();

/** A commit does not wait for the disk: nothing here is about a lost database. */
function simulationDatabase(): Database {
  const url = new URL(service.database.appUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  const database = new Database({
    url: url.href,
    poolSize: parallelMailboxes,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  afterTestOrFile(() => database.close());
  return database;
}

interface Figures {
  turns: number;
  sent: number;
  lost: number;
  changes: number;
}

test('over 120 days, no mailbox sends too much, too fast, at night, or stays idle [pace.limit pace.gap pace.idle]', {
  timeout: 7_200_000,
}, async () => {
  const startedAt = Date.now();
  const { id: workspaceId } = await service.workspace();
  const mail = mailWorkspace(service.owner, db, workspaceId);
  const figures: Figures = { turns: 0, sent: 0, lost: 0, changes: 0 };
  const simulations: (() => Promise<void>)[] = [];
  for (let first = 0; first < mailboxCount; first += mailboxesPerCampaign) {
    const indexes = Array.from({ length: mailboxesPerCampaign }, (_, more) => first + more);
    const senders = await Promise.all(indexes.map((index) => insertSender(mail, index)));
    const { id: campaignId, stepIds } = await mail.campaign({
      steps: ['One', 2, 'Two', 5, 'Three'],
      mailboxes: senders.map(({ id }) => id),
    });
    await enrollMany(workspaceId, campaignId, mailboxesPerCampaign * days * 2);
    for (const sender of senders)
      simulations.push(() => simulate(mail, sender, followUpsOf(stepIds), figures));
  }
  await service.owner.transaction(workspaceId, (tx) =>
    tx.run(sql`analyze enrollment, prospect, campaign_mailbox, mailbox`),
  );
  // No mailbox waits for another, so that each has a clock of its own.
  const waiting = simulations.values();
  const simulateNext = async () => {
    for (const simulation of waiting) await simulation();
  };
  await Promise.all(Array.from({ length: parallelMailboxes }, simulateNext));
  console.log(
    JSON.stringify({
      mailboxes: mailboxCount,
      seconds: Math.round((Date.now() - startedAt) / 1_000),
      ...figures,
    }),
  );
  expect(figures.sent).toBeGreaterThan(mailboxCount * 100);
  expect(figures.turns).toBeLessThan(figures.sent * 3);
  expect(figures.lost).toBeGreaterThan(mailboxCount / 2);
});

const followUpsOf =
  ([first, , second, , third]: string[]) =>
  (stepId: string) =>
    stepId === first
      ? { stepId: second!, days: 2 }
      : stepId === second
        ? { stepId: third!, days: 5 }
        : null;

async function insertSender(mail: MailWorkspace, index: number): Promise<Sender> {
  const settings = {
    zone: zones[index % zones.length]!,
    windows: windowSets[index % windowSets.length]!,
    dailyLimit: index % 3 === 0 ? maxLimit : 1 + (index % 3),
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
  await mail.setMailbox(id, 'lease_id', null);
  return {
    ...settings,
    ...{ id, seed: 20_260_201 + index, nextAt: start, sent: [] },
    counted: { day: '', began: 0, sent: 0, rampDays: 0 },
    ...{ disturbedAt: start, leasedUntil: 0, zoneChangedAt: 0 },
  };
}

/** All turns and changes of one mailbox, in order. */
async function simulate(
  mail: MailWorkspace,
  sender: Sender,
  nextOf: ReturnType<typeof followUpsOf>,
  figures: Figures,
): Promise<void> {
  const random = seededRandom(sender.seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const changes = Array.from({ length: changesEach }, () => ({
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
    if (at >= end) return;
    figures.turns++;
    const fate = random() < 0.01 ? pick(['lost_claimed', 'lost_at_dot'] as const) : 'accepted';
    const { message, nextAt } = await virtualTurn(db, mail.workspaceId, sender.id, {
      ...{ at: new Date(at), random, fate, nextOf },
    });
    expect(nextAt === null || nextAt.getTime() > at, 'every turn moves on').toBe(true);
    sender.nextAt = nextAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (!message) continue;
    countDay(sender, at);
    if (fate !== 'lost_claimed') {
      check(sender, at);
      figures.sent++;
    }
    if (fate !== 'accepted') {
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
    await mail.run(sql`
      update mailbox
      set daily_limit = ${sender.dailyLimit}, zone = ${sender.zone},
          windows = ${JSON.stringify(sender.windows)}, send_at = ${new Date(at)}
      where id = ${sender.id}`);
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
  });
}
