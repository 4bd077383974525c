import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { Database, sql } from '../../src/platform/db/index.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { type MailWorkspace, mailWorkspace } from './mail-workspace.ts';
import { type SenderSettings, senderSettings, simulateDays } from './simulated-days.ts';
import { virtualTurn } from './virtual-days.ts';

/** `days.test.ts` simulates 120 days in memory. With the claim of the database, CI simulates a week. */
const mailboxCount = sizeForRun(5, 200);
const days = sizeForRun(7, 120);
const lostShare = sizeForRun(10, 1) / 100;
const mailboxesPerCampaign = 5;
const parallelMailboxes = sizeForRun(3, 6);
/** Clocks change in America on 8 March, and in Europe on 29 March. */
const start = Date.parse(days === 7 ? '2026-03-05T00:00Z' : '2026-02-01T00:00Z');
const end = start + days * 86_400_000;

const service = await testService();
const db = simulationDatabase();

/** A commit does not wait for the disk, because no test here loses the database. */
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

test('over days in the database, no mailbox sends too much, too fast, at night, or stays idle', {
  timeout: timeoutForRun(7_200_000),
}, async () => {
  const startedAt = Date.now();
  const { id: workspaceId } = await service.workspace();
  const mail = mailWorkspace(service.owner, db, workspaceId);
  const figures = { turns: 0, sent: 0, lost: 0, changes: 0 };
  const simulations: (() => Promise<void>)[] = [];
  for (let first = 0; first < mailboxCount; first += mailboxesPerCampaign) {
    const indexes = Array.from({ length: mailboxesPerCampaign }, (_, more) => first + more);
    const ids = await Promise.all(
      indexes.map((index) => insertSender(mail, senderSettings(index))),
    );
    const { id: campaignId, stepIds } = await mail.campaign({
      steps: ['One', 2, 'Two', 5, 'Three'],
      mailboxes: ids,
    });
    await enrollMany(workspaceId, campaignId, mailboxesPerCampaign * days * 2);
    for (const [place, id] of ids.entries())
      simulations.push(async () => {
        const index = first + place;
        const one = await simulateDays(databaseMailbox(mail, id, followUpsOf(stepIds)), {
          ...{ settings: senderSettings(index), seed: 20_260_201 + index },
          ...{ start, days, changeCount: sizeForRun(2, 6), lostShare },
        });
        for (const name of ['turns', 'sent', 'lost', 'changes'] as const)
          figures[name] += one[name];
      });
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
  expect(figures.sent).toBeGreaterThan((mailboxCount * days * 5) / 6);
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

async function insertSender(
  mail: MailWorkspace,
  { ramp, gap, ...settings }: SenderSettings,
): Promise<string> {
  const id = await mail.mailbox({
    ...settings,
    ...(ramp && { ramp }),
    gapSeconds: gap,
    syncedAt: new Date(end),
    sendAt: new Date(start),
  });
  await mail.setMailbox(id, 'lease_id', null);
  return id;
}

const databaseMailbox = (
  mail: MailWorkspace,
  id: string,
  nextOf: ReturnType<typeof followUpsOf>,
): Parameters<typeof simulateDays>[0] => ({
  takeTurn: async (turn) => {
    const { message, nextAt } = await virtualTurn(db, mail.workspaceId, id, { ...turn, nextOf });
    return { isClaimed: message !== null, nextAt };
  },
  change: ({ dailyLimit, zone, windows }, at) =>
    mail.run(sql`
      update mailbox
      set daily_limit = ${dailyLimit}, zone = ${zone}, windows = ${JSON.stringify(windows)}, send_at = ${at}
      where id = ${id}`),
});

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
