import { expect, test } from 'vitest';
import type { MailboxPace, MailboxStatus } from '../mailboxes/mailbox-rows.sql.ts';
import { currentPaceOf, dailyLimitOf } from './pace-rules.ts';

const hourMs = 3_600_000;
const monday = new Date('2026-01-05T10:00Z');

const mailbox = (changed: Partial<MailboxPace & { status: MailboxStatus }> = {}) => ({
  status: 'ok' as MailboxStatus,
  dailyLimit: 3,
  gapFromSeconds: 60,
  gapToSeconds: 120,
  rampStart: null,
  rampStep: null,
  rampDays: 0,
  zone: 'UTC',
  windows: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  day: null,
  dayBegan: null,
  sentToday: 0,
  freeAt: null,
  restUntil: null,
  ...changed,
});
const today = { day: '2026-01-05', dayBegan: new Date('2026-01-05T00:00Z') };
const inMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

test('a mailbox that may send starts its day at midnight of its zone', () => {
  expect(currentPaceOf(mailbox({ zone: 'Europe/Berlin' }), [], monday)).toEqual({
    canSend: true,
    limit: 3,
    day: '2026-01-05',
    dayBegan: new Date('2026-01-04T23:00Z'),
    sentToday: 0,
    rampDays: 0,
  });
});

test.each(['paused', 'needs_attention', 'removed'] as const)(
  'a mailbox that is %s waits for a change',
  (status) => {
    expect(currentPaceOf(mailbox({ status }), [], monday)).toEqual({
      canSend: false,
      why: status,
      until: null,
    });
  },
);

test('a resting mailbox sends again after its rest, in a window', () => {
  const restUntil = new Date('2026-01-05T16:59Z');
  const resting = mailbox({ status: 'resting', restUntil });
  expect(currentPaceOf(resting, [], monday)).toEqual({
    canSend: false,
    why: 'resting',
    until: restUntil,
  });
  expect(
    currentPaceOf({ ...resting, restUntil: new Date('2026-01-05T17:30Z') }, [], monday),
  ).toEqual({
    canSend: false,
    why: 'resting',
    until: new Date('2026-01-06T09:00Z'),
  });
  expect(currentPaceOf(resting, [], restUntil)).toMatchObject({ canSend: true });
});

test('outside its windows and on holidays a mailbox waits for the next opening', () => {
  expect(currentPaceOf(mailbox(), [], new Date('2026-01-05T08:59Z'))).toEqual({
    canSend: false,
    why: 'outside_window',
    until: new Date('2026-01-05T09:00Z'),
  });
  expect(currentPaceOf(mailbox(), ['2026-01-05'], monday)).toEqual({
    canSend: false,
    why: 'outside_window',
    until: new Date('2026-01-06T09:00Z'),
  });
});

test('a mailbox without windows never sends, and says so', () => {
  expect(currentPaceOf(mailbox({ windows: [] }), [], monday)).toEqual({
    canSend: false,
    why: 'no_window',
    until: null,
  });
});

test('after an email, the gap passes first', () => {
  const freeAt = inMs(monday, 90_000);
  expect(currentPaceOf(mailbox({ ...today, freeAt }), [], monday)).toEqual({
    canSend: false,
    why: 'gap',
    until: freeAt,
  });
  expect(currentPaceOf(mailbox({ ...today, freeAt }), [], freeAt)).toMatchObject({ canSend: true });
});

test('at its limit a mailbox waits for the next day', () => {
  expect(currentPaceOf(mailbox({ ...today, sentToday: 3 }), [], monday)).toEqual({
    canSend: false,
    why: 'daily_limit',
    until: new Date('2026-01-06T09:00Z'),
  });
  const tuesday = new Date('2026-01-06T09:00Z');
  expect(currentPaceOf(mailbox({ ...today, sentToday: 3 }), [], tuesday)).toMatchObject({
    canSend: true,
    day: '2026-01-06',
    sentToday: 0,
  });
});

test('a change of the time zone does not give a second allowance', () => {
  const spent = mailbox({ ...today, sentToday: 3 });
  const at = new Date('2026-01-05T14:00Z');
  const moved = currentPaceOf(
    { ...spent, zone: 'Pacific/Auckland', windows: [{ days: [1, 2], from: '00:00', to: '24:00' }] },
    [],
    at,
  );
  expect(moved).toEqual({
    canSend: false,
    why: 'daily_limit',
    until: new Date('2026-01-05T20:00Z'),
  });
});

test('counted days begin at least 20 hours apart, however often the zone is changed', () => {
  const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'UTC', 'Asia/Tokyo'];
  let counted = mailbox({
    ...today,
    sentToday: 3,
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
  });
  const begins: number[] = [counted.dayBegan!.getTime()];
  for (let hour = 0; hour < 500; hour++) {
    const at = inMs(monday, hour * hourMs);
    counted = { ...counted, zone: zones[(hour * 7) % zones.length]! };
    const pace = currentPaceOf(counted, [], at);
    if (!pace.canSend) continue;
    expect(pace.dayBegan <= at).toBe(true);
    counted = { ...counted, ...pace, sentToday: 3 };
    begins.push(pace.dayBegan.getTime());
  }
  const apart = begins.slice(1).map((began, index) => began - begins[index]!);
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(20 * hourMs);
  expect(begins.length).toBeGreaterThan(15);
});

test('the limit grows with each day on which the mailbox sent', () => {
  const ramped = { dailyLimit: 12, rampStart: 2, rampStep: 5 };
  expect([0, 1, 2, 3, 9].map((days) => dailyLimitOf(ramped, days))).toEqual([2, 7, 12, 12, 12]);
  const tuesday = new Date('2026-01-06T10:00Z');
  const sent = mailbox({ ...today, ...ramped, sentToday: 2, rampDays: 1 });
  expect(currentPaceOf(sent, [], tuesday)).toMatchObject({ rampDays: 2, limit: 12 });
  expect(currentPaceOf({ ...sent, sentToday: 0 }, [], tuesday)).toMatchObject({
    rampDays: 1,
    limit: 7,
  });
});
