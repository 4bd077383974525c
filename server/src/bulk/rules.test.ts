import { type BulkAction, type Stage, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { affectedBy, type Standing } from './rules.ts';

const everyone: Standing[] = stages.flatMap((stage) =>
  [false, true].flatMap((doNotContact) =>
    [false, true].map((isMember) => ({
      id: `${stage} ${doNotContact} ${isMember}`,
      stage,
      doNotContact,
      isMember,
    })),
  ),
);

type After = (person: Standing) => Standing | null;

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
])('%s %s concerns exactly those who would be otherwise after it', (action, stage, after) => {
  const differs = (person: Standing) => JSON.stringify(after(person)) !== JSON.stringify(person);
  expect(affectedBy(action, everyone, stage)).toEqual(everyone.filter(differs));
});

test('those concerned keep their order and all that is known of them', () => {
  const people = everyone.toReversed().map((person) => ({ ...person, emailKey: person.id }));
  expect(affectedBy('suppress', people)).toEqual(people.filter((one) => !one.doNotContact));
  expect(affectedBy('delete', [])).toEqual([]);
});
