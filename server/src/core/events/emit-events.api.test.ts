import { randomUUID } from 'node:crypto';
import { eventBody, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from '../../../test/service.ts';
import type { ActorContext } from '../../platform/caller.ts';
import { sql, type Tx } from '../../platform/db/index.ts';
import { selectTimeline } from '../../prospects/timeline.sql.ts';
import { emitEvents, type NewEvent } from './emit-events.ts';

const service = await testService();
const { owner } = service;

const actor: ActorContext = {
  actor: { kind: 'token', id: randomUUID() },
  correlationId: 'a request',
};
const staged = (prospectId: string, from = 0): NewEvent => ({
  type: 'prospect.stage_changed',
  prospectId,
  data: { prospectId, stage: stages[from + 1]! },
  previous: { stage: stages[from]! },
});

const changesIn = async (workspaceId: string) => {
  const [row] = await owner.query<{ lists: number; events: number }>(sql`
    select (select count(*)::int from list where workspace_id = ${workspaceId}) as lists,
           (select count(*)::int from event where workspace_id = ${workspaceId}) as events`);
  return row!;
};

/** A change and its event. */
async function change(tx: Tx): Promise<void> {
  await tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${randomUUID()}, 'A list', 'a list')`);
  emitEvents({ tx, actor }, [staged(randomUUID())]);
}

test.each<[string, (tx: Tx) => void]>([
  [
    'the work fails after it',
    () => {
      throw new Error('changed my mind');
    },
  ],
  ['a later statement fails', (tx) => tx.defer(sql`select 1 / 0`)],
  ['it is only tried', (tx) => tx.discard()],
])('a change emits no event when %s', async (_, ending) => {
  const { id } = await service.workspace();
  await owner
    .transaction(id, async (tx) => {
      await change(tx);
      ending(tx);
    })
    .catch(() => {});
  expect(await changesIn(id)).toEqual({ lists: 0, events: 0 });
});

test('a change is rolled back if its event cannot be written', async () => {
  const { id } = await service.workspace();
  const broken = { ...staged(randomUUID()), prospectId: 'no uuid' };
  const work = owner.transaction(id, async (tx) => {
    await change(tx);
    emitEvents({ tx, actor }, [broken]);
  });
  await expect(work).rejects.toThrow();
  expect(await changesIn(id)).toEqual({ lists: 0, events: 0 });
});

test('an event stores its kind, prospect, actor, request and previous values', async () => {
  const { id: workspaceId } = await service.workspace();
  const prospectId = randomUUID();
  const system: ActorContext = { actor: { kind: 'system', id: null }, correlationId: null };
  await owner.transaction(workspaceId, async (tx) =>
    emitEvents({ tx, actor }, [staged(prospectId)]),
  );
  await owner.transaction(workspaceId, async (tx) =>
    emitEvents({ tx, actor: system }, [
      { type: 'prospect.suppressed', prospectId, data: { prospectId } },
    ]),
  );
  const entries = await owner.transaction(workspaceId, (tx) => selectTimeline(tx, prospectId, 10));
  expect(entries).toEqual([
    {
      id: expect.any(String),
      type: 'prospect.suppressed',
      createdAt: expect.any(Date),
      actor: { kind: 'system', id: null },
      correlationId: null,
      data: { prospectId },
      previous: null,
    },
    {
      id: expect.any(String),
      type: 'prospect.stage_changed',
      createdAt: expect.any(Date),
      ...actor,
      data: { prospectId, stage: 'contacted' },
      previous: { stage: 'new' },
    },
  ]);
  for (const { previous, ...entry } of entries)
    eventBody(entry.type).parse({
      ...entry,
      workspaceId,
      createdAt: entry.createdAt.toISOString(),
      ...(previous && { previous }),
    });
});

test('events of one transaction are stored in the order they were emitted', async () => {
  const { id } = await service.workspace();
  const prospectId = randomUUID();
  const newEvents = [0, 1, 2, 3, 4, 5].map((from) => staged(prospectId, from));
  await owner.transaction(id, async (tx) => emitEvents({ tx, actor }, newEvents));
  const entries = await owner.transaction(id, (tx) => selectTimeline(tx, prospectId, 10));
  expect(entries.map(({ data }) => data)).toEqual(newEvents.map(({ data }) => data).reverse());
});
