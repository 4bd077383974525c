import { expect, test } from 'vitest';
import { problems } from '../../test/problems.ts';
import { postSuppression, postSuppressionCheck, postSuppressionLift } from './suppression.ts';

const emails = (length: number) => Array.from({ length }, (_, n) => `jane${n}@acme.example`);

test.each([
  ['marked', postSuppression.body],
  ['checked', postSuppressionCheck.body],
])('1 to 500 addresses of each kind are %s in one request', (_, body) => {
  expect(problems(body, {})).toEqual(['emails']);
  expect(problems(body, { emails: [] })).toEqual(['emails']);
  expect(problems(body, { emails: emails(500), linkedinUrls: ['linkedin.com/in/jane'] })).toEqual(
    [],
  );
  expect(problems(body, { emails: emails(501) })).toEqual(['emails']);
  expect(problems(body, { linkedinUrls: ['linkedin.com/in/jane'] })).toEqual([]);
  expect(problems(body, { emails: ['jane', 'a@acme.example'], linkedinUrls: ['x y'] })).toEqual([
    'emails.0',
    'linkedinUrls.0',
  ]);
});

test('removing a bounce requires a reason', () => {
  const lift = { email: 'jane@acme.example', kind: 'bounced', reason: 'New server' };
  expect(problems(postSuppressionLift.body, lift)).toEqual([]);
  expect(problems(postSuppressionLift.body, { email: 'x', kind: 'hated' })).toEqual([
    'email',
    'kind',
    'reason',
  ]);
});
