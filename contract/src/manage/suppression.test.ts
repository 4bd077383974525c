import { expect, test } from 'vitest';
import { problems } from '../../test/problems.ts';
import { postSuppressionLift } from './suppression.ts';

test('removing a bounce requires a reason', () => {
  const lift = { email: 'jane@acme.example', kind: 'bounced', reason: 'New server' };
  expect(problems(postSuppressionLift.body, lift)).toEqual([]);
  expect(problems(postSuppressionLift.body, { email: 'x', kind: 'hated' })).toEqual([
    'email',
    'kind',
    'reason',
  ]);
});
