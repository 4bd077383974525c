import { type EventKind, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { type BulkClient, bulkClient } from '../../test/bulk/bulk-client.ts';
import {
  addGroupsInAllStates,
  allProspectStates,
  type ProspectState,
  stateOf,
} from '../../test/bulk/prospect-states.ts';
import { testService } from '../../test/service.ts';

const service = await testService();

/** The prospect after a request; null if it was deleted. */
type After = (standing: ProspectState) => ProspectState | null;

const actions: [name: string, id: string, body: object, kind: EventKind, after: After][] = [
  [
    'tag',
    'tag',
    { action: 'tag', tagName: 'Hot' },
    'prospect.tagged',
    (one) => ({ ...one, isTagged: true }),
  ],
  [
    'untag',
    'untag',
    { action: 'untag', tagName: 'Hot' },
    'prospect.untagged',
    (one) => ({ ...one, isTagged: false }),
  ],
  [
    'add_to_list',
    'add-to-list',
    { action: 'add_to_list', listName: 'Fair' },
    'list.member_added',
    (one) => ({ ...one, isListed: true }),
  ],
  [
    'remove_from_list',
    'remove-from-list',
    { action: 'remove_from_list', listName: 'Fair' },
    'list.member_removed',
    (one) => ({ ...one, isListed: false }),
  ],
  [
    'suppress',
    'suppress',
    { action: 'suppress' },
    'prospect.suppressed',
    (one) => ({ ...one, doNotContact: true }),
  ],
  [
    'unsuppress',
    'unsuppress',
    { action: 'unsuppress' },
    'prospect.unsuppressed',
    (one) => ({ ...one, doNotContact: false }),
  ],
  ['delete', 'delete', { action: 'delete' }, 'prospect.deleted', () => null],
  ...stages.map((stage): (typeof actions)[number] => [
    `stage ${stage}`,
    'stage',
    { action: 'stage', stage },
    'prospect.stage_changed',
    (one) => ({ ...one, stage }),
  ]),
];

const prospectStates = async ({ prospects }: BulkClient, ids: string[]) => {
  const records = new Map((await prospects()).map((prospect) => [prospect.id, prospect]));
  return ids.map((id) => (records.has(id) ? stateOf(records.get(id)!) : null));
};

const roles = ['member', 'admin', 'owner'] as const;

/** A role for each action. The pipeline checks the roles of all actions in the same way. */
const roleOf = (name: string) =>
  roles[actions.findIndex(([each]) => each === name) % roles.length]!;

test.each(actions)(
  '%s applies to every prospect of the request and to no other [bulk.%s bulk.actions]',
  async (name, _id, action, kind, after) => {
    const account = await bulkClient(service);
    const [prospectIds, others] = (await addGroupsInAllStates(account, 2)) as [string[], string[]];
    const wanted = allProspectStates.map(after);
    const isChanged = (n: number) =>
      JSON.stringify(wanted[n]) !== JSON.stringify(allProspectStates[n]);
    const affected = wanted.filter((_, n) => isChanged(n)).length;
    expect(affected).toBeGreaterThan(0);

    const token = await account.workspace.token(roleOf(name));
    const answer = await service.call(token, 'POST', '/bulk', { body: { ...action, prospectIds } });
    const requested = allProspectStates.length;
    const unchanged = requested - affected;
    expect(answer.data).toMatchObject({ requested, affected, unchanged, notFound: [] });
    expect(await prospectStates(account, [...prospectIds, ...others])).toEqual([
      ...wanted,
      ...allProspectStates,
    ]);
    const correlationId = answer.headers.get('x-correlation-id');
    const ownEvents = (await account.events()).filter((one) => one.correlationId === correlationId);
    expect(ownEvents.map(({ prospectId }) => prospectId).sort()).toEqual(
      prospectIds.filter((_, place) => isChanged(place)).sort(),
    );
    for (const { type } of ownEvents) expect(type).toBe(kind);
    await account.expectExactCounts();
  },
);

const oneOfEachKind = actions.filter(
  ([, id], n) => actions.findIndex(([, other]) => other === id) === n,
);

test.each(oneOfEachKind)(
  '%s is not allowed for a viewer; a repeat changes nothing and emits no event',
  async (name, _id, action) => {
    const account = await bulkClient(service);
    const [prospectIds] = await addGroupsInAllStates(account, 1);
    const body = { ...action, prospectIds, ignoreMissing: true };
    const viewer = await account.workspace.token('viewer');
    const before = await account.checksums();
    const refused = await service.call(viewer, 'POST', '/bulk', { body });
    expect(refused.error.code).toBe('insufficient_role');
    expect(await account.checksums()).toEqual(before);

    expect((await account.bulk(body)).status).toBe(200);
    const settled = await account.checksums();
    expect(settled).not.toEqual(before);
    const isGone = name === 'delete';
    expect((await account.bulk(body)).data).toMatchObject({
      requested: allProspectStates.length,
      affected: 0,
      unchanged: isGone ? 0 : allProspectStates.length,
      notFound: isGone ? prospectIds : [],
    });
    expect(await account.checksums()).toEqual(settled);
  },
);
