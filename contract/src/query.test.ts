import { expect, test } from 'vitest';
import { problems } from '../test/problems.ts';
import { queryBoolean, queryFrom, queryInteger, queryTo } from './query.ts';

const oneToTen = queryInteger({ min: 1, max: 10 });

test.each(['0', '11', '-1', '+1', '1.5', '1e1', '0x1', '٣', ' 1', 'one', '9'.repeat(30)])(
  '%j is not a whole number from 1 to 10',
  (raw) => {
    expect(problems(oneToTen, raw)).toEqual(['']);
  },
);

test('only true and false are booleans, in any case', () => {
  expect(queryBoolean().parse('true')).toBe(true);
  expect(queryBoolean().parse('false')).toBe(false);
  expect(queryBoolean().parse('True')).toBe(true);
  expect(queryBoolean().parse('FALSE')).toBe(false);
  for (const raw of ['1', '0', 'yes', 'on']) {
    expect(problems(queryBoolean(), raw)).toEqual(['']);
  }
});

test('a date covers its whole UTC day', () => {
  expect(queryFrom().parse('2026-03-31')).toEqual({ from: new Date('2026-03-31T00:00:00.000Z') });
  expect(queryTo().parse('2026-03-31')).toEqual({ before: new Date('2026-04-01T00:00:00.000Z') });
});

test('a date-time is exact to the millisecond, with any offset', () => {
  const moment = '2026-03-31T09:00:00+02:00';
  expect(queryFrom().parse(moment)).toEqual({ from: new Date('2026-03-31T07:00:00.000Z') });
  expect(queryTo().parse(moment)).toEqual({ before: new Date('2026-03-31T07:00:00.001Z') });
});

test.each([
  '2026-03-31T09:00:00+0200',
  '2026-03-31T09:00+02:00',
  '2026-03-31 09:00:00.000+02:00',
  '2026-03-31 07:00Z',
  '2026-03-31t07:00:00z',
  '2026-03-31T05:00:00-0200',
])('%j is the same time as 2026-03-31T07:00:00Z', (raw) => {
  expect(queryFrom().parse(raw)).toEqual({ from: new Date('2026-03-31T07:00:00.000Z') });
  expect(queryTo().parse(raw)).toEqual({ before: new Date('2026-03-31T07:00:00.001Z') });
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-3-1',
  '31.03.2026',
  '2026-03-31T09:00:00',
  '2026-02-30T09:00:00Z',
  '2026-03-31T25:00:00Z',
  '1774947600',
  'yesterday',
])('%j is not a date', (raw) => {
  expect(problems(queryFrom(), raw)).toEqual(['']);
  expect(problems(queryTo(), raw)).toEqual(['']);
});

test.each([
  ['2026-03-31T09:00:00', 'needs a UTC offset'],
  ['2026-03-31T09:00:00.123', 'needs a UTC offset'],
  ['2026-03-31 09:00', 'needs a UTC offset'],
  ['2026-03-31T09:00:00 02:00', 'write "+" as %2B'],
  ['2026-03-31 09:00 0200', 'write "+" as %2B'],
  ['31.03.2026', 'must be a date such as'],
])('the message about %s says what is wrong: %s', (raw, message) => {
  for (const schema of [queryFrom(), queryTo()])
    expect(schema.safeParse(raw).error?.issues[0]?.message).toContain(message);
});

test('the earliest and latest dates are limited to what can be stored', () => {
  expect(queryFrom().parse('0000-01-01').from.toISOString()).toBe('0001-01-01T00:00:00.000Z');
  expect(queryTo().parse('9999-12-31').before.toISOString()).toBe('9999-12-31T23:59:59.999Z');
});
