import {
  type ConversationOutcome,
  conversationOutcomes,
  type Stage,
  stages,
} from '@outcrop/contract';
import { expect, test } from 'vitest';
import { stageAfter } from './conversations.ts';

test.each<[Stage, ConversationOutcome, Stage]>([
  ['new', 'interested', 'interested'],
  ['replied', 'interested', 'interested'],
  ['replied', 'meeting', 'meeting'],
  ['interested', 'meeting', 'meeting'],
  ['meeting', 'interested', 'meeting'],
  ['replied', 'not_now', 'replied'],
  ['not_interested', 'not_now', 'not_interested'],
  ['meeting', 'not_interested', 'not_interested'],
  ['replied', 'wrong_person', 'not_interested'],
  ['not_interested', 'interested', 'interested'],
])('from %s, %s leads to %s', (stage, outcome, after) => {
  expect(stageAfter(outcome, stage)).toBe(after);
});

test('a customer keeps the stage whatever the outcome, and removing an outcome moves no prospect', () => {
  for (const outcome of conversationOutcomes)
    expect(stageAfter(outcome, 'customer')).toBe('customer');
  for (const stage of stages) expect(stageAfter(null, stage)).toBe(stage);
});
