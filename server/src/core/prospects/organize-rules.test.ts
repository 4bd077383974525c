import { type BulkAction, type Stage, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { affectedBy, type MembershipState } from './organize-rules.ts';

const everyone: MembershipState[] = stages.flatMap((stage) =>
  [false, true].flatMap((doNotContact) =>
    [false, true].map((isMember) => ({
      id: `${stage} ${doNotContact} ${isMember}`,
      stage,
      doNotContact,
      isMember,
    })),
  ),
);

type After = (person: MembershipState) => MembershipState | null;

test.each<[BulkAction, Stage | undefined, After]>([
  ['tag', undefined, (person) => ({ ...person, isMember: true })],
  ['untag', undefined, (person) => ({ ...person, isMember: false })],
  ['add_to_list', undefined, (person) => ({ ...person, isMember: true })],
  ['remove_from_list', undefined, (person) => ({ ...person, isMember: false })],
  ['suppress', undefined, (person) => ({ ...person, doNotContact: true })],
  ['unsuppress', undefined, (person) => ({ ...person, doNotContact: false })],
  ['delete', undefined, () => null],
  ...stages.map((stage): [BulkAction, Stage, After] => [
    'stage',
    stage,
    (person) => ({ ...person, stage }),
  ]),
])('%s %s affects exactly the prospects it would change', (action, stage, after) => {
  const differs = (person: MembershipState) =>
    JSON.stringify(after(person)) !== JSON.stringify(person);
  expect(affectedBy(action, everyone, stage)).toEqual(everyone.filter(differs));
});

test('affected prospects keep their order and fields', () => {
  const people = everyone.toReversed().map((person) => ({ ...person, emailKey: person.id }));
  expect(affectedBy('suppress', people)).toEqual(people.filter((one) => !one.doNotContact));
  expect(affectedBy('delete', [])).toEqual([]);
});
