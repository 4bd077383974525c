import { type EventKind, eventBody } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { type BulkClient, bulkClient } from '../../test/bulk/bulk-client.ts';
import { testService } from '../../test/service.ts';
import { selectTimeline } from '../prospects/timeline.sql.ts';

const service = await testService();

/** In this order, each request changes the prospect. */
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

/** The lists and tags of the requests, with their ids, created by another user. */
async function accountWithBoards(): Promise<BulkClient & { boardIds: Record<string, string> }> {
  const account = await bulkClient(service);
  const prospectIds = await account.addProspects(1);
  const tag = await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds });
  const list = await account.bulk({ action: 'add_to_list', listName: 'Fair', prospectIds });
  return { ...account, boardIds: { Hot: tag.data.tag.id, Fair: list.data.list.id } };
}

const validatedEntry = (
  workspaceId: string,
  entry: Awaited<ReturnType<typeof selectTimeline>>[number],
) => {
  const { previous, createdAt, ...rest } = entry;
  return eventBody(entry.type).parse({
    ...rest,
    createdAt: createdAt.toISOString(),
    workspaceId,
    ...(previous && { previous }),
  });
};

test('each change of a prospect emits an event with the change, the actor and the request', async () => {
  const { workspace, bulk, addProspects: people, tokenId, boardIds } = await accountWithBoards();
  const prospectIds = await people(2);
  const correlationIds: (string | null)[] = [];
  for (const [body] of story) {
    const { data, headers } = await bulk({ ...body, prospectIds });
    expect(data.affected).toBe(2);
    correlationIds.push(headers.get('x-correlation-id'));
  }
  for (const prospectId of prospectIds) {
    const entries = await service.owner.transaction(workspace.id, (tx) =>
      selectTimeline(tx, prospectId, 20),
    );
    const [created, ...changeEvents] = entries
      .toReversed()
      .map((entry) => validatedEntry(workspace.id, entry)) as Record<string, unknown>[];
    expect(created).toMatchObject({ type: 'prospect.created' });
    expect(changeEvents).toEqual(
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

test('only changed prospects get an event', async () => {
  const { bulk, addProspects: people, events, checksums: rows } = await accountWithBoards();
  const [a, b] = await people(2);
  for (const [body, kind] of story) {
    const before = (await events(kind)).length;
    await bulk({ ...body, prospectIds: [a] });
    await bulk({ ...body, prospectIds: [a, b] });
    const eventsOfKind = (await events(kind)).slice(before);
    expect(eventsOfKind.map(({ prospectId }) => prospectId)).toEqual([a, b]);
    const settled = await rows();
    await bulk({ ...body, prospectIds: [b, a] });
    await bulk({ ...body, prospectIds: [a, b], dryRun: true });
    expect(await rows()).toEqual(settled);
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
