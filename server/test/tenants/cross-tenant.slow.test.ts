import { randomUUIDv7 } from 'node:crypto';
import { allEndpoints, basePath, type Endpoint, refsOf } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { comparableError, documentedError } from '../documented-errors.ts';
import { representativeEndpoints } from '../endpoint-classes.ts';
import { sampleSender } from '../error-triggers.ts';
import { prepareRequest } from '../prepared-requests.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { recordCreator } from '../record-creator.ts';
import { sampleRequests } from '../sample-requests.ts';
import { testService } from '../service.ts';
import { workspaceChecksums } from '../workspace-checksums.ts';
import {
  idsOfEachKind,
  idsOfKind,
  leaksIn,
  textFields,
  tryForeignIds,
  tryForeignTexts,
} from './cross-tenant.ts';
import { leakyRoute } from './leaky-route.ts';
import { createTenant } from './tenant.ts';

const service = await testService({ extraRoutes: [leakyRoute] });
const name = ({ api, method, path }: Endpoint) => `${method} ${basePath[api]}${path}`;
const idFields = allEndpoints.flatMap((endpoint) =>
  refsOf(endpoint).map(
    (ref, n) =>
      [name(endpoint), `${ref.in} ${ref.path.join('.')}`, endpoint, ref, n === 0] as const,
  ),
);
/** Accounts and connect codes belong to no workspace, and attempts at codes are limited. */
const inWorkspaces = representativeEndpoints(
  allEndpoints.filter(({ kind, path }) => kind !== 'account' && !path.startsWith('/connect/')),
).map((endpoint, turn) => [name(endpoint), endpoint, turn] as const);
const [ours, theirs, bystander] = await Promise.all([1, 2, 3].map(() => createTenant(service)));

const checksums = () =>
  Promise.all([theirs!, bystander!].map(({ id }) => workspaceChecksums(service.owner, id)));
const before = await checksums();

/** Columns without tenant text, which have no canary. */
const notMarked = [
  'workspace.plan_id',
  'api_token.last_four',
  'api_token.kind',
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
  'campaign_step.format',
  'enrollment.status',
  'mailbox.status',
  'mailbox.reason',
  'mailbox.auth',
  'mailbox.smtp_security',
  'mailbox.imap_security',
  'mailbox.zone',
  'mailbox.windows',
  'outbound_message.status',
  'outbound_reply.status',
  'folder.role',
  'conversation.status',
  'message.kind',
  'message.attachments',
  'note.kind',
  'notification.kind',
  'follow_up.due_on',
  'saved_view.columns',
];

test('every text of a workspace contains its canary, so that leaks are detected', () => {
  const plain = theirs!.texts.filter(({ value }) => !value.includes(theirs!.canary));
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
  for (const endpoint of allEndpoints)
    for (const ref of refsOf(endpoint)) expect(idsOfKind(theirs!, ref)).not.toEqual([]);
});

test('responses with data of the own workspace are detected, so that leaks would be too', async () => {
  for (const path of ['/session', '/boards', '/prospects', '/campaigns', '/inbox'])
    expect(
      leaksIn(await service.call(await ours!.token('viewer'), 'GET', path), ours!),
    ).not.toEqual([]);
});

describe('with a token of one workspace [ids.own-workspace]', () => {
  test.concurrent.each(idFields)(
    '%s: every id of another workspace in %s is 404 with the same response as an unknown id',
    async (_, __, endpoint, ref, isFirst) => {
      const { tried, leaks, missing } = await tryForeignIds(service, endpoint, ref, ours!, theirs!);
      expect(leaks).toEqual([]);
      expect(tried).toBeGreaterThanOrEqual(idsOfEachKind(theirs!).length);
      // The documented error is about the first of the ids.
      if (isFirst)
        expect(missing.map(comparableError)).toContainEqual(
          comparableError(documentedError(endpoint, 'not_found')),
        );
    },
  );

  test.concurrent.each(inWorkspaces)(
    '%s: a text of another workspace, in every text field, gets the same response as an unknown text',
    async (_, endpoint, turn) => {
      expect((await tryForeignTexts(service, endpoint, theirs!, turn)).leaks).toEqual([]);
    },
  );

  test('the requests of this test have many text fields', () => {
    expect(inWorkspaces.flatMap(([, endpoint]) => textFields(endpoint)).length).toBeGreaterThan(20);
  });

  test.each(allEndpoints.map((endpoint) => [name(endpoint), endpoint] as const))(
    '%s answers 200 to each sample, without data of other workspaces [envelope.success envelope.status-200]',
    async (_, endpoint) => {
      // A workspace can have only some background jobs that are not finished.
      await service.owner.query(
        sql`update task set finished_at = now() where workspace_id = ${ours!.id}`,
      );
      for (const given of sampleRequests(endpoint)) {
        const {
          service: target,
          caller,
          sample,
        } = await prepareRequest(endpoint, service, ours, given);
        const answer = await sampleSender(target, endpoint, async () => caller)(sample);
        expect(answer.error).toBeUndefined();
        expect(answer.status).toBe(200);
        for (const other of [theirs!, bystander!]) expect(leaksIn(answer, other)).toEqual([]);
      }
    },
  );

  test('a cursor of another workspace returns only own prospects', async () => {
    await recordCreator(service.owner, ours!.id)('prospect');
    const query = { pageSize: '1', createdTo: '2999-12-31' };
    const foreign = await secondPageCursor(query);
    const token = await ours!.token('viewer');
    const answer = await service.call(token, 'GET', '/prospects', {
      query: { ...query, cursor: foreign },
    });
    expect(answer.status).toBe(200);
    expect(leaksIn(answer, theirs!)).toEqual([]);
  });
});

test('all rows of other workspaces are unchanged, and none of their data is in the log', async () => {
  expect(await checksums()).toEqual(before);
  expect(service.log.length).toBeGreaterThan(100);
  const lines = service.log.map((line) => JSON.stringify(line));
  for (const { canary } of [theirs!, bystander!])
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
});

test('these tests detect a handler without a workspace condition once row-level security is off', async () => {
  const leaky = leakyRoute.endpoint;
  const [ref] = refsOf(leaky);
  expect((await tryForeignIds(service, leaky, ref!, ours!, theirs!)).leaks).toEqual([]);
  const open = await testService({ extraRoutes: [leakyRoute] });
  const [a, b] = [await createTenant(open), await createTenant(open)];
  await open.owner.query(sql`alter table list disable row level security`);
  const { leaks } = await tryForeignIds(open, leaky, ref!, a, b);
  expect([...new Set(leaks)]).toEqual([
    'GET /test-leaks listId = list.id: status 200',
    'GET /test-leaks listId = list.id: differs from an unknown id',
    'GET /test-leaks listId = list.id: shows a text of the workspace',
  ]);
  const sums = await workspaceChecksums(open.owner, b.id);
  await open.owner.query(sql`update list set name = 'x' where workspace_id = ${b.id}`);
  expect(await workspaceChecksums(open.owner, b.id)).not.toEqual(sums);
});

/** The cursor to the second page of the other workspace. */
async function secondPageCursor(query: Record<string, string>): Promise<string> {
  const other = await createTenant(service);
  await service.owner.query(sql`
    insert into prospect (workspace_id, id, source_type, ${blankSearch.columns})
    values (${other.id}, ${randomUUIDv7()}, 'manual', ${blankSearch.values})`);
  const { data } = await service.call(await other.token('viewer'), 'GET', '/prospects', { query });
  expect(data.nextCursor).not.toBeNull();
  return data.nextCursor;
}
