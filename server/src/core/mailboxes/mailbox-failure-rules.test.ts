import { expect, test } from 'vitest';
import { failingMinutes } from './mailbox-failure-rules.ts';

const friday = (time: string) => new Date(`2026-01-09T${time}Z`);
const monday = new Date('2026-01-12T09:00Z');
const resting = {
  status: 'resting' as const,
  failingSince: friday('16:59'),
  restUntil: friday('17:00'),
};

test('the time after a rest in which a mailbox tried nothing is not time of failing', () => {
  expect(failingMinutes(resting, monday)).toBe(1);
  expect(failingMinutes({ ...resting, restUntil: friday('18:20') }, monday)).toBe(81);
});

test('a mailbox is failing during its rest and its attempt, and not before its first failure', () => {
  expect(failingMinutes(resting, friday('16:59:30'))).toBe(0.5);
  expect(failingMinutes({ ...resting, status: 'ok' }, friday('17:09'))).toBe(10);
  expect(failingMinutes({ ...resting, failingSince: null }, monday)).toBe(0);
});
