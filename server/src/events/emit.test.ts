import { randomUUID } from 'node:crypto';
import { eventBody, stages } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import type { Cause } from '../platform/cause.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import { emit, type Happening } from './emit.ts';
import { timeline } from './timeline.ts';

const service = await testService();
const { owner } = service;

const cause: Cause = { actor: { kind: 'token', id: randomUUID() }, correlationId: 'a request' };
const staged = (prospectId: string, from = 0): Happening => ({
  type: 'prospect.stage_changed',
  prospectId,
  data: { prospectId, stage: stages[from + 1]! },
  previous: { stage: stages[from]! },
});

const changesIn = async (workspaceId: string) => {
  const [row] = await owner.ask<{ lists: number; events: number }>(sql`
    select (select count(*)::int from list where workspace_id = ${workspaceId}) as lists,
           (select count(*)::int from event where workspace_id = ${workspaceId}) as events`);
  return row!;
};

/** A change and its event. */
async function change(tx: Tx): Promise<void> {
  await tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${randomUUID()}, 'A list', 'a list')`);
  emit(tx, cause, [staged(randomUUID())]);
}

test('an event is committed with the change that it tells of', async () => {
  const { id } = await service.workspace();
  await owner.transaction(id, change);
  expect(await changesIn(id)).toEqual({ lists: 1, events: 1 });
});

test.each<[string, (tx: Tx) => void]>([
  [
    'the work fails after it',
    () => {
      throw new Error('changed my mind');
    },
  ],
  ['a later statement fails', (tx) => tx.atCommit(sql`select 1 / 0`)],
  ['it is only tried', (tx) => tx.discard()],
])('a change leaves no event when %s', async (_, ending) => {
  const { id } = await service.workspace();
  await owner
    .transaction(id, async (tx) => {
      await change(tx);
      ending(tx);
    })
    .catch(() => {});
  expect(await changesIn(id)).toEqual({ lists: 0, events: 0 });
});

test('an event that cannot be written takes its change with it', async () => {
  const { id } = await service.workspace();
  const broken = { ...staged(randomUUID()), prospectId: 'no uuid' };
  const work = owner.transaction(id, async (tx) => {
    await change(tx);
    emit(tx, cause, [broken]);
  });
  await expect(work).rejects.toThrow();
  expect(await changesIn(id)).toEqual({ lists: 0, events: 0 });
});

test('nothing happened, nothing is told', async () => {
  const { id } = await service.workspace();
  await owner.transaction(id, async (tx) => emit(tx, cause, []));
  expect(await changesIn(id)).toEqual({ lists: 0, events: 0 });
});

test('an event keeps what, about whom, by whom, in which request, and how it was before', async () => {
  const { id: workspaceId } = await service.workspace();
  const prospectId = randomUUID();
  const system: Cause = { actor: { kind: 'system', id: null }, correlationId: null };
  await owner.transaction(workspaceId, async (tx) => emit(tx, cause, [staged(prospectId)]));
  await owner.transaction(workspaceId, async (tx) =>
    emit(tx, system, [{ type: 'prospect.suppressed', prospectId, data: { prospectId } }]),
  );
  const entries = await owner.transaction(workspaceId, (tx) => timeline(tx, prospectId, 10));
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
      ...cause,
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

test('what one transaction tells of stands in the order in which it happened', async () => {
  const { id } = await service.workspace();
  const prospectId = randomUUID();
  const happenings = [0, 1, 2, 3, 4, 5].map((from) => staged(prospectId, from));
  await owner.transaction(id, async (tx) => emit(tx, cause, happenings));
  const entries = await owner.transaction(id, (tx) => timeline(tx, prospectId, 10));
  expect(entries.map(({ data }) => data)).toEqual(happenings.map(({ data }) => data).reverse());
});
