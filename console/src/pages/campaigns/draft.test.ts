import { expect, test } from 'vitest';
import {
  bodyOf,
  bodyProblem,
  draftOf,
  type EmailDraft,
  firstProblem,
  isSame,
  newEmail,
  newVersion,
  newWait,
  subjectProblem,
  threadSubject,
} from './draft.ts';

const stored = [
  {
    id: 'a',
    kind: 'email' as const,
    subject: 'Hello',
    body: 'Dear {{firstName|reader}}',
    format: 'text' as const,
    alternatives: [{ id: 'b', subject: null, body: 'Hi' }],
  },
  { id: 'c', kind: 'wait' as const, days: 3, workingDays: true },
];

test('a draft is sent back with the ids of its steps and alternatives', () => {
  expect(bodyOf(draftOf(stored))).toEqual(stored);
  expect(isSame(draftOf(stored), draftOf(stored))).toBe(true);
});

test('a new step has no id, and a blank subject continues the thread', () => {
  const email = newEmail();
  email.versions[0].body = 'And?';
  const draft = [...draftOf(stored), newWait(), email];
  expect(bodyOf(draft).slice(2)).toEqual([
    { kind: 'wait', days: 3, workingDays: true },
    { kind: 'email', format: 'text', subject: null, body: 'And?', alternatives: [] },
  ]);
  expect(threadSubject(draft, email)).toBe('Hello');
  expect(isSame(draft, draftOf(stored))).toBe(false);
});

test('only the first email needs a subject, and every text a body with valid variables', () => {
  const draft = draftOf(stored);
  const [first] = draft as [EmailDraft];
  expect(firstProblem(draft)).toBeNull();
  first.versions[0].subject = ' ';
  expect(subjectProblem(draft, first, 0)).toBe('Write a subject.');
  expect(subjectProblem(draft, first, 1)).toBeNull();
  expect(firstProblem(draft)).toEqual({ step: first, problem: 'Write a subject.' });
  expect(bodyProblem(newVersion(''))).toBe('Write a text.');
  expect(bodyProblem(newVersion('{{nick}}'))).toBe('The text has the unknown variable "nick".');
});
