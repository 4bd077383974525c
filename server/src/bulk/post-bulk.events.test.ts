import { type EventKind, eventBody } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { type Organizer, organizer } from '../../test/bulk/organizer.ts';
import { testService } from '../../test/service.ts';
import { timeline } from '../events/timeline.ts';

const service = await testService();

/** Someone whom each of the requests changes, if they are sent in this order. */
const story: [body: object, kind: EventKind, data: object, previous?: object][] = [
  [{ action: 'tag', tagName: 'HOT' }, 'prospect.tagged', { tag: { name: 'Hot' } }],
  [{ action: 'untag', tagName: 'hot' }, 'prospect.untagged', { tag: { name: 'Hot' } }],
  [{ action: 'add_to_list', listName: 'FAIR' }, 'list.member_added', { list: { name: 'Fair' } }],
  [
    { action: 'remove_from_list', listName: 'fair' },
    'list.member_removed',
    { list: { name: 'Fair' } },
  ],
  [
    { action: 'stage', stage: 'meeting' },
    'prospect.stage_changed',
    { stage: 'meeting' },
    { stage: 'new' },
  ],
  [
    { action: 'stage', stage: 'not_interested' },
    'prospect.stage_changed',
    { stage: 'not_interested' },
    { stage: 'meeting' },
  ],
  [{ action: 'suppress' }, 'prospect.suppressed', {}],
  [{ action: 'unsuppress' }, 'prospect.unsuppressed', {}],
];

/** The boards of the story, with their ids, made by somebody else. */
async function ready(): Promise<Organizer & { boardIds: Record<string, string> }> {
  const account = await organizer(service);
  const prospectIds = await account.people(1);
  const tag = await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds });
  const list = await account.bulk({ action: 'add_to_list', listName: 'Fair', prospectIds });
  return { ...account, boardIds: { Hot: tag.data.tag.id, Fair: list.data.list.id } };
}

const validated = (workspaceId: string, entry: Awaited<ReturnType<typeof timeline>>[number]) => {
  const { previous, createdAt, ...rest } = entry;
  return eventBody(entry.type).parse({
    ...rest,
    createdAt: createdAt.toISOString(),
    workspaceId,
    ...(previous && { previous }),
  });
};

test('each prospect has an event of each change, with what changed, who did it and in which request [events.one-per-prospect]', async () => {
  const { workspace, bulk, people, tokenId, boardIds } = await ready();
  const prospectIds = await people(2);
  const correlationIds: (string | null)[] = [];
  for (const [body] of story) {
    const { data, headers } = await bulk({ ...body, prospectIds });
    expect(data.affected).toBe(2);
    correlationIds.push(headers.get('x-correlation-id'));
  }
  for (const prospectId of prospectIds) {
    const entries = await service.owner.transaction(workspace.id, (tx) =>
      timeline(tx, prospectId, 20),
    );
    const [created, ...told] = entries
      .toReversed()
      .map((entry) => validated(workspace.id, entry)) as Record<string, unknown>[];
    expect(created).toMatchObject({ type: 'prospect.created' });
    expect(told).toEqual(
      story.map(([, type, data, previous], n) => ({
        id: expect.any(String),
        createdAt: expect.any(String),
        workspaceId: workspace.id,
        type,
        actor: { kind: 'token', id: tokenId },
        correlationId: correlationIds[n],
        data: { prospectId, ...withIds(data, boardIds) },
        ...(previous && { previous }),
      })),
    );
  }
});

test('only those who change have an event, and what changes nobody has none [events.real-changes]', async () => {
  const { bulk, people, events, rows } = await ready();
  const [a, b] = await people(2);
  for (const [body, kind] of story) {
    const before = (await events(kind)).length;
    await bulk({ ...body, prospectIds: [a] });
    await bulk({ ...body, prospectIds: [a, b] });
    const told = (await events(kind)).slice(before);
    expect(told.map(({ prospectId }) => prospectId)).toEqual([a, b]);
    const settled = await rows();
    await bulk({ ...body, prospectIds: [b, a] });
    await bulk({ ...body, prospectIds: [a, b], dryRun: true });
    expect(await rows()).toEqual(settled);
  }
});

test('what is said of a deleted prospect is its id and nothing else [events.deleted-id-only]', async () => {
  const { workspace, bulk, people, tokenId } = await ready();
  const prospectIds = await people(2);
  const { headers } = await bulk({ action: 'delete', prospectIds });
  for (const prospectId of prospectIds) {
    const [last] = await service.owner.transaction(workspace.id, (tx) =>
      timeline(tx, prospectId, 20),
    );
    expect(validated(workspace.id, last!)).toMatchObject({
      type: 'prospect.deleted',
      actor: { kind: 'token', id: tokenId },
      correlationId: headers.get('x-correlation-id'),
    });
    expect(last!.data).toEqual({ prospectId });
  }
});

function withIds(data: object, ids: Record<string, string>): object {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]: [string, unknown]) =>
      typeof value === 'object'
        ? [key, { ...value, id: ids[(value as { name: string }).name] }]
        : [key, value],
    ),
  );
}
