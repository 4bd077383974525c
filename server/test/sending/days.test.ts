import { expect, test } from 'vitest';
import type { MailboxPace, MailboxStatus } from '../../src/core/mailboxes/mailbox-rows.sql.ts';
import { mailboxLeaseMs } from '../../src/core/mailboxes/wake-mailboxes.sql.ts';
import { currentPaceOf } from '../../src/core/sending/pace-rules.ts';
import { type DayFigures, senderSettings, simulateDays } from './simulated-days.ts';

const mailboxCount = 12;
const days = 120;
/** Both changes of the clock in the north or the south are within 120 days. */
const start = Date.parse('2026-02-01T00:00Z');

/** A mailbox that always has something to send. It keeps the fields of a claim in memory. */
function memoryMailbox(index: number) {
  const settings = senderSettings(index);
  const mailbox: MailboxPace & { status: MailboxStatus } = {
    status: 'ok',
    dailyLimit: settings.dailyLimit,
    gapFromSeconds: settings.gap[0],
    gapToSeconds: settings.gap[1],
    rampStart: settings.ramp?.[0] ?? null,
    rampStep: settings.ramp?.[1] ?? null,
    rampDays: 0,
    zone: settings.zone,
    windows: settings.windows,
    ...{ day: null, dayBegan: null, sentToday: 0, freeAt: null, restUntil: null },
  };
  /** An email that a lost worker claimed and surely did not send. */
  let releasable: Date | null = null;
  return {
    takeTurn: async ({ at, random, outcome }: Parameters<TakeTurn>[0]) => {
      if (releasable && mailbox.dayBegan && releasable >= mailbox.dayBegan) mailbox.sentToday--;
      releasable = null;
      const pace = currentPaceOf(mailbox, [], at);
      if (!pace.canSend) return { isClaimed: false, nextAt: pace.until };
      const { day, dayBegan, rampDays } = pace;
      const [from, to] = settings.gap;
      const freeAt = new Date(at.getTime() + Math.round((from + random() * (to - from)) * 1_000));
      Object.assign(mailbox, { day, dayBegan, rampDays, freeAt, sentToday: pace.sentToday + 1 });
      if (outcome === 'lost_claimed') releasable = at;
      if (outcome !== 'accepted')
        return { isClaimed: true, nextAt: new Date(at.getTime() + mailboxLeaseMs + 1) };
      const next = currentPaceOf(mailbox, [], at);
      return { isClaimed: true, nextAt: next.canSend ? freeAt : next.until };
    },
    change: async ({
      zone,
      windows,
      dailyLimit,
    }: Pick<MailboxPace, 'zone' | 'windows' | 'dailyLimit'>) =>
      void Object.assign(mailbox, { zone, windows, dailyLimit }),
  };
}
type TakeTurn = Parameters<typeof simulateDays>[0]['takeTurn'];

test('over 120 days, no mailbox sends too much, too fast, at night, or stays idle', async () => {
  const figures: DayFigures = { turns: 0, sent: 0, lost: 0, changes: 0 };
  for (let index = 0; index < mailboxCount; index++) {
    const one = await simulateDays(memoryMailbox(index), {
      ...{ settings: senderSettings(index), seed: 20_260_201 + index },
      ...{ start, days, changeCount: 6, lostShare: 0.01 },
    });
    for (const name of ['turns', 'sent', 'lost', 'changes'] as const) figures[name] += one[name];
  }
  expect(figures.sent).toBeGreaterThan(mailboxCount * 100);
  expect(figures.turns).toBeLessThan(figures.sent * 3);
  expect(figures.lost).toBeGreaterThan(mailboxCount / 2);
});
