import { expect, test } from 'vitest';
import { blockersOf } from './blockers.ts';

const steps = [
  {
    id: 's',
    kind: 'email' as const,
    subject: 'Hi',
    body: 'Hi',
    format: 'text' as const,
    alternatives: [],
  },
];
const ok = { mailboxes: [{ status: 'ok' }], hidden: 0 };
const cures = (...given: Parameters<typeof blockersOf>) =>
  blockersOf(...given).map(({ cureTarget }) => cureTarget);

test('a campaign with an email, a mailbox and people can start', () => {
  expect(cures({ steps, enrolled: 2 }, ok)).toEqual([]);
});

test('each problem names where it is cured', () => {
  expect(cures({ steps: [], enrolled: 0 }, { mailboxes: [], hidden: 0 })).toEqual([
    'steps',
    'settings',
    'people',
  ]);
  const paused = { mailboxes: [{ status: 'paused' }], hidden: 0 };
  expect(cures({ steps, enrolled: 1 }, paused)).toEqual(['mailboxes']);
});

test('a mailbox of another member counts, and no one enrolled does not keep it from starting', () => {
  expect(cures({ steps, enrolled: 1 }, { mailboxes: [], hidden: 1 })).toEqual([]);
  expect(blockersOf({ steps, enrolled: 0 }, ok)).toMatchObject([
    { cureTarget: 'people', blocks: false },
  ]);
});
