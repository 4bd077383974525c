import { basePath, lines, refsOf } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { sender } from '../provocations.ts';
import { recordsIn } from '../records.ts';
import { rehearse } from '../rehearsals.ts';
import { samplesOf } from '../samples.ts';
import { testService } from '../service.ts';
import { workspaceRows } from '../workspace-rows.ts';
import { leakyRoute } from './leaky-route.ts';
import { traces, tryForeignIds, tryForeignTexts } from './matrix.ts';
import { makeTenant } from './tenant.ts';

const service = await testService({ extraRoutes: [leakyRoute] });
const built = lines.filter((line) => line.built);
const [ours, theirs, bystander] = await Promise.all([1, 2, 3].map(() => makeTenant(service)));

const checksums = () =>
  Promise.all([theirs!, bystander!].map(({ id }) => workspaceRows(service.owner, id)));
const before = await checksums();

/** Columns with words of our own, in which no tenant writes; and a key that one with others lacks. */
const notMarked = [
  'workspace.plan_id',
  'api_token.last_four',
  'member.kind',
  'prospect.source_type',
  'board_count.kind',
  'board_count.key',
  'event.type',
  'event.actor_kind',
  'audit_entry.action',
  'request_log.method',
  'task.kind',
  'import_file.delimiter',
  'import_file.encoding',
  'delivery.event_type',
  'delivery.status',
  'task.actor_kind',
  'audit_entry.actor_kind',
  'ai_settings.provider',
  'enrichment_job.actor_kind',
];

test('every text of a workspace is marked, so that none can be shown unnoticed', () => {
  const plain = theirs!.texts.filter(({ value }) => !value.includes(theirs!.mark));
  expect(plain.map(({ column }) => column).filter((column) => !notMarked.includes(column))).toEqual(
    [],
  );
  expect(theirs!.texts.length).toBeGreaterThan(25);
  const kinds = theirs!.ids.map(({ column }) => column);
  for (const kind of ['prospect', 'list', 'tag', 'campaign', 'api_token', 'workspace', 'event'])
    expect(kinds).toContain(`${kind}.id`);
  for (const kind of ['mailbox', 'conversation', 'message', 'address_fact'])
    expect(kinds).toContain(`${kind}.id`);
  expect(kinds).toContain('member.user_id');
});

test('a caller is shown texts and ids of their own workspace, so that the matrix would see others', async () => {
  for (const path of ['/session', '/boards', '/prospects', '/campaigns', '/inbox'])
    expect(traces(await service.call(await ours!.token('viewer'), 'GET', path), ours!)).not.toEqual(
      [],
    );
});

describe('with a token of one workspace [ids.own-workspace]', () => {
  test('every id of another, in every place for an id, is 404 and answered like a made-up one [ids.foreign-is-unknown ids.filters-too]', async () => {
    const { tried, leaks } = await tryForeignIds(service, built, ours!, theirs!);
    expect(leaks).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(built.flatMap(refsOf).length * theirs!.ids.length);
  }, 600_000);

  test('every text of another, in every other place for a text, is answered like a made-up one', async () => {
    // What is asked outside of a workspace speaks of accounts, which belong to none.
    const inWorkspaces = built.filter(({ workspace }) => workspace !== false);
    const { tried, leaks } = await tryForeignTexts(service, inWorkspaces, theirs!);
    expect(leaks).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  }, 600_000);

  test.each(
    built.map((line) => [`${line.method} ${basePath[line.api]}${line.path}`, line] as const),
  )('%s shows nothing of another, whatever is rightly asked', async (_, line) => {
    for (const given of samplesOf(line)) {
      const { service: asked, caller, sample } = await rehearse(line, service, ours, given);
      const answer = await sender(asked, line, async () => caller)(sample);
      expect(answer.status).toBe(200);
      for (const other of [theirs!, bystander!]) expect(traces(answer, other)).toEqual([]);
    }
  });

  test('a cursor of another leads to one’s own people only', async () => {
    await recordsIn(service.owner, ours!.id)('prospect');
    const query = { pageSize: '1', createdTo: '2999-12-31' };
    const foreign = await theirSecondPage(query);
    const token = await ours!.token('viewer');
    const answer = await service.call(token, 'GET', '/prospects', {
      query: { ...query, cursor: foreign },
    });
    expect(answer.status).toBe(200);
    expect(traces(answer, theirs!)).toEqual([]);
  });
});

test('all of this left every row of the others as it was, and no trace of them in the log', async () => {
  expect(await checksums()).toEqual(before);
  expect(service.log.length).toBeGreaterThan(100);
  const lines = service.log.map((line) => JSON.stringify(line));
  for (const { mark } of [theirs!, bystander!])
    expect(lines.filter((line) => line.includes(mark))).toEqual([]);
});

test('the matrix finds a handler that forgets the workspace, once the policy is gone too', async () => {
  const leaky = [leakyRoute.line];
  expect((await tryForeignIds(service, leaky, ours!, theirs!)).leaks).toEqual([]);
  const open = await testService({ extraRoutes: [leakyRoute] });
  const [a, b] = [await makeTenant(open), await makeTenant(open)];
  await open.owner.ask(sql`alter table list disable row level security`);
  const { leaks } = await tryForeignIds(open, leaky, a, b);
  expect([...new Set(leaks)]).toEqual([
    'GET /test-leaks listId = list.id: status 200',
    'GET /test-leaks listId = list.id: not like a made-up id',
    'GET /test-leaks listId = list.id: shows a text of the workspace',
  ]);
  const sums = await workspaceRows(open.owner, b.id);
  await open.owner.ask(sql`update list set name = 'x' where workspace_id = ${b.id}`);
  expect(await workspaceRows(open.owner, b.id)).not.toEqual(sums);
});

/** The second page of the other workspace, as its own people are led there. */
async function theirSecondPage(query: Record<string, string>): Promise<string> {
  const other = await makeTenant(service);
  await service.owner.ask(sql`
    with p as (
      insert into prospect (workspace_id, id, source_type) values (${other.id}, gen_random_uuid(), 'manual') returning *
    )
    insert into prospect_search
    select workspace_id, id, created_at, ' x', stage, false, false, enrichment_status from p`);
  const { data } = await service.call(await other.token('viewer'), 'GET', '/prospects', { query });
  expect(data.nextCursor).not.toBeNull();
  return data.nextCursor;
}
