import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCampaign, insertMailbox } from '../../test/outreach.ts';
import { explainStatements, isBigTable } from '../../test/plans/explain-statements.ts';
import { testService } from '../../test/service.ts';
import { Database, sql } from '../platform/db/index.ts';
import { type InboxFilters, selectConversations } from './inbox.sql.ts';

const service = await testService();
const { owner } = service;
const app = new Database({
  url: service.database.appUrl,
  poolSize: 4,
  timeouts: { statementMs: 30_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const workspace = await service.workspace();
const reader = await workspace.user('viewer');
const stranger = await workspace.user('owner');
const campaignId = await insertCampaign(owner, workspace.id);

interface VisibleConversation {
  id: string;
  at: Date;
  unread: boolean;
  campaignId: string | null;
}
/** All conversations visible to the reader, newest first. */
let visible: VisibleConversation[];

const addMailbox = (ownerId: string, shared: boolean) =>
  insertMailbox(owner, workspace.id, { ownerId, shared });
const addConversations = (mailboxId: string, count: number, apart: string) =>
  owner.transaction(workspace.id, async (tx) => {
    for (let from = 0; from < count; from += 50_000)
      await tx.run(sql`
        insert into conversation (workspace_id, id, mailbox_id, campaign_id, subject, snippet,
                                  last_message_at, last_direction, unread, message_count)
        select ${workspace.id}, gen_random_uuid(), ${mailboxId},
               case when n % 3 = 0 then ${campaignId}::uuid end, 'Subject ' || n, 'Thank you',
               timestamptz '2026-03-31T12:00:00Z' - (n / 2) * ${apart}::interval, 'inbound', n % 100 = 0, 1
        from generate_series(${from}::int, ${Math.min(from + 50_000, count) - 1}::int) as n`);
  });

beforeAll(async () => {
  // Most conversations are private to another user, and newer than those visible to the reader.
  await addConversations(await addMailbox(stranger.userId, false), 60_000, '1 millisecond');
  await addConversations(await addMailbox(stranger.userId, true), 6_000, '1 minute');
  await addConversations(await addMailbox(reader.userId, false), 3_000, '7 minutes');
  await addConversations(await addMailbox(reader.userId, true), 1_000, '31 minutes');
  await owner.transaction(workspace.id, (tx) => tx.run(sql`analyze conversation, mailbox`));
  visible = await owner.query<VisibleConversation>(sql`
    select c.id, c.last_message_at as at, c.unread, c.campaign_id as "campaignId"
    from conversation c join mailbox m on m.workspace_id = c.workspace_id and m.id = c.mailbox_id
    where c.workspace_id = ${workspace.id} and (m.shared or m.owner_id = ${reader.userId})
    order by c.last_message_at desc, c.id desc`);
});

const readPage = async (query: Record<string, string>) =>
  (await service.call(reader.token, 'GET', '/inbox', { query })).data;

test('a page has 50 conversations by default and at most 100', async () => {
  expect((await readPage({})).conversations).toHaveLength(50);
  expect((await readPage({ limit: '1' })).conversations).toHaveLength(1);
  expect((await readPage({ limit: '100' })).conversations).toHaveLength(100);
  const { status, error } = await service.call(reader.token, 'GET', '/inbox', {
    query: { limit: '101' },
  });
  expect([status, Object.keys(error.fieldErrors)]).toEqual([422, ['limit']]);
});

describe('paging by nextCursor returns every conversation once', () => {
  test.each<[string, Record<string, string>, (said: VisibleConversation) => boolean]>([
    ['unread ones', { unread: 'true' }, ({ unread }) => unread],
    [
      'unread ones of a campaign',
      { unread: 'true', campaignId },
      (said) => said.unread && said.campaignId === campaignId,
    ],
    ['those of a campaign', { campaignId }, (said) => said.campaignId === campaignId],
  ])('%s', async (_, query, isWanted) => {
    const wanted = visible.filter(isWanted).map(({ id }) => id);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const limit = found.length % 2 ? '100' : '33';
      const { conversations, nextCursor } = await readPage({
        ...query,
        limit,
        ...(cursor && { cursor }),
      });
      found.push(...conversations.map(({ id }: VisibleConversation) => id));
      cursor = nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(wanted);
  });
});

test('the last page has no cursor, even if it is full', async () => {
  const unread = visible.filter(({ unread: each, campaignId: of }) => each && of === campaignId);
  const query = { unread: 'true', campaignId };
  const first = await readPage({ ...query, limit: '1' });
  expect(first.nextCursor).not.toBeNull();
  const rest = unread.length - 1;
  const last = await readPage({ ...query, limit: String(rest), cursor: first.nextCursor });
  expect(last.conversations).toHaveLength(rest);
  expect(last.nextCursor).toBeNull();
});

describe('every page of 200,000 conversations has the same cost', () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  const everything: InboxFilters = { unread: null, campaignId: null, prospectId: null };
  test.each<[string, Partial<InboxFilters>]>([
    ['all', {}],
    ['unread ones', { unread: true }],
    ['read ones', { unread: false }],
    ['a campaign', { campaignId }],
    ['unread ones of a campaign', { unread: true, campaignId }],
    ['a campaign without any', { campaignId: nobody }],
    ['a prospect without any', { prospectId: nobody }],
  ])('%s', async (_, given) => {
    for (const index of [0, 5_000, 9_900]) {
      const { at, id } = visible[index]!;
      const after = index === 0 ? null : { at, id };
      const [plan] = await explainStatements(app, workspace.id, (tx) =>
        selectConversations(tx, reader.userId, { ...everything, ...given }, { after, take: 51 }),
      );
      expect(plan!.scanned.filter(isBigTable)).toEqual([]);
      expect(plan!.buffers, JSON.stringify(plan)).toBeLessThan(800);
    }
  });
});
