import { type BulkTaskAction, type Stage, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { affectedBy, type MembershipState } from './organize-rules.ts';

const owner = '019c8a10-0000-7000-8000-000000000001';
const everyone: MembershipState[] = stages.flatMap((stage) =>
  [false, true].flatMap((doNotContact) =>
    [false, true].map((isMember) => ({
      id: `${stage} ${doNotContact} ${isMember}`,
      stage,
      doNotContact,
      ownerId: isMember ? owner : null,
      isMember,
    })),
  ),
);

type After = (person: MembershipState) => MembershipState | null;

test.each<[BulkTaskAction, Stage | undefined, After]>([
  ['tag', undefined, (person) => ({ ...person, isMember: true })],
  ['untag', undefined, (person) => ({ ...person, isMember: false })],
  ['add_to_list', undefined, (person) => ({ ...person, isMember: true })],
  ['remove_from_list', undefined, (person) => ({ ...person, isMember: false })],
  ['suppress', undefined, (person) => ({ ...person, doNotContact: true })],
  ['unsuppress', undefined, (person) => ({ ...person, doNotContact: false })],
  ['assign', undefined, (person) => ({ ...person, ownerId: owner })],
  ['unassign', undefined, (person) => ({ ...person, ownerId: null })],
  ['delete', undefined, () => null],
  ...stages.map((stage): [BulkTaskAction, Stage, After] => [
    'stage',
    stage,
    (person) => ({ ...person, stage }),
  ]),
])('%s %s affects exactly the prospects it would change', (action, stage, after) => {
  const ownerId = action === 'assign' ? owner : null;
  const differs = (person: MembershipState) =>
    JSON.stringify(after(person)) !== JSON.stringify(person);
  expect(affectedBy(action, everyone, { stage, ownerId })).toEqual(everyone.filter(differs));
});

test('affected prospects keep their order and fields', () => {
  const people = everyone.toReversed().map((person) => ({ ...person, emailKey: person.id }));
  expect(affectedBy('suppress', people)).toEqual(people.filter((one) => !one.doNotContact));
  expect(affectedBy('delete', [])).toEqual([]);
});
