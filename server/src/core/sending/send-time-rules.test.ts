import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { naiveOpening } from '../../../test/sending/naive-opening.ts';
import type { SendWindow } from '../mailboxes/mailbox-rows.sql.ts';
import { addWait, localDay, nextOpening, openTimesOn } from './send-time-rules.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const office: SendWindow[] = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }];
const opening = (windows: SendWindow[], zone: string, at: string, holidays: string[] = []) =>
  nextOpening(windows, zone, holidays, new Date(at))?.toISOString() ?? null;

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Tehran',
  'America/Havana',
];

const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
const window = fc.record({
  days: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1, maxLength: 7 }),
  from: time,
  to: fc.oneof(fc.constant('24:00'), time),
});
const minute = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 60_000, max: Date.parse(to) / 60_000 })
    .map((minutes) => new Date(minutes * 60_000));
/** Around changes of the clock, where mistakes are, and at any time. */
const instant = fc.oneof(
  minute('2026-03-28T00:00Z', '2026-03-30T12:00Z'),
  minute('2026-10-24T00:00Z', '2026-10-26T12:00Z'),
  minute('2026-11-01T00:00Z', '2026-11-02T12:00Z'),
  minute('2011-03-12T00:00Z', '2011-03-14T12:00Z'),
  minute('2011-12-29T00:00Z', '2012-01-01T12:00Z'),
  minute('2010-01-01T00:00Z', '2030-01-01T00:00Z'),
);

describe('the next opening', () => {
  test('2,000 generated cases agree with a search of every minute', () => {
    const property = fc.property(
      fc.array(window, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...zones),
      instant,
      fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
      (windows, zone, at, holidaysAhead) => {
        const holidays = holidaysAhead.map((days) =>
          localDay(zone, new Date(at.getTime() + days * 86_400_000)),
        );
        expect(nextOpening(windows, zone, holidays, at)).toEqual(
          naiveOpening(windows, zone, holidays, at),
        );
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  test('offsets with seconds are exact: Liberia was 44 minutes and 30 seconds behind', () => {
    const daily = [{ days: everyDay, from: '09:00', to: '17:00' }];
    expect(opening(daily, 'Africa/Monrovia', '1971-06-01T00:00Z')).toBe('1971-06-01T09:44:30.000Z');
  });

  test('without a window there is no opening', () => {
    expect(opening([], 'UTC', '2026-01-05T08:00Z')).toBeNull();
    expect(
      opening([{ days: [], from: '09:00', to: '17:00' }], 'UTC', '2026-01-05T08:00Z'),
    ).toBeNull();
    expect(
      opening([{ days: everyDay, from: '17:00', to: '09:00' }], 'UTC', '2026-01-05T08:00Z'),
    ).toBeNull();
  });

  test('the times of a day are those of its clock, also on a day when it changes', () => {
    const onDay = (at: string) =>
      openTimesOn([{ days: [7], from: '01:00', to: '09:00' }], 'Europe/Berlin', new Date(at)).map(
        (times) => times.map((time) => new Date(time).toISOString()),
      );
    expect(onDay('2026-03-28T23:30Z')).toEqual([
      ['2026-03-29T00:00:00.000Z', '2026-03-29T07:00:00.000Z'],
    ]);
    expect(onDay('2026-10-24T22:30Z')).toEqual([
      ['2026-10-24T23:00:00.000Z', '2026-10-25T08:00:00.000Z'],
    ]);
  });

  test('a year of holidays is passed over', () => {
    const holidays = Array.from({ length: 366 }, (_, day) =>
      localDay('UTC', new Date(Date.UTC(2026, 0, 1 + day))),
    );
    expect(opening(office, 'UTC', '2026-01-01T12:00Z', holidays)).toBe('2027-01-04T09:00:00.000Z');
  });
});

describe('waiting', () => {
  const after = (days: number, workingDays: number, at: string, holidays: string[] = []) =>
    addWait({ days, workingDays }, 'Europe/Berlin', holidays, new Date(at)).toISOString();

  test('calendar days keep the time of day over a change of the clock', () => {
    expect(after(3, 0, '2026-03-28T08:15Z')).toBe('2026-03-31T07:15:00.000Z');
    expect(after(3, 0, '2026-10-23T07:15Z')).toBe('2026-10-26T08:15:00.000Z');
  });

  test('working days leave out weekends and holidays', () => {
    expect(after(0, 3, '2026-04-02T08:00Z', ['2026-04-03', '2026-04-06'])).toBe(
      '2026-04-09T08:00:00.000Z',
    );
    expect(after(0, 1, '2026-04-11T08:00Z')).toBe('2026-04-13T08:00:00.000Z');
  });

  test('calendar days come first, then working days', () => {
    expect(after(2, 1, '2026-04-16T08:00Z')).toBe('2026-04-20T08:00:00.000Z');
  });

  test('the local day is that of the zone', () => {
    const at = new Date('2026-01-01T11:00Z');
    expect(localDay('Pacific/Kiritimati', at)).toBe('2026-01-02');
    expect(localDay('Pacific/Pago_Pago', at)).toBe('2026-01-01');
  });
});
