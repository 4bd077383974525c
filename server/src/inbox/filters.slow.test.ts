import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCampaign, insertMailbox } from '../../test/outreach.ts';
import { explainStatements } from '../../test/plans/explain-statements.ts';
import { sizeForRun } from '../../test/run-size.ts';
import { testService } from '../../test/service.ts';
import { Database, sql } from '../platform/db/index.ts';
import type { ConversationFilters } from './conversation-order.sql.ts';
import { selectConversationPage } from './conversations.ts';

const service = await testService();
const { owner } = service;
const app = new Database({
  url: service.database.appUrl,
  poolSize: 2,
  timeouts: { statementMs: 30_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const workspace = await service.workspace();
const reader = await workspace.user('viewer');
const campaignId = await insertCampaign(owner, workspace.id);
const count = 40_000;

/**
 * Mailboxes with many conversations: one of 16 has a reply, and one of 2,000 a complaint. All replies
 * but the newest were read. Half of the conversations with a reply are closed.
 */
beforeAll(async () => {
  const mailbox = () =>
    insertMailbox(owner, workspace.id, { ownerId: reader.userId, shared: true });
  const mailboxIds = [await mailbox(), await mailbox()];
  await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      insert into conversation (workspace_id, id, mailbox_id, campaign_id, subject, snippet, last_message_at,
                                last_direction, unread, message_count, last_kind, status)
      select ${workspace.id}, gen_random_uuid(), (${mailboxIds}::uuid[])[1 + n % 2],
             case when n > ${count / 2}::int then ${campaignId}::uuid end, 'Subject', '',
             now() - n * interval '1 minute', 'inbound', n % 16 = 0 and n <= 2000, 1,
             case when n % 2000 = 7 then 'complaint' when n % 16 = 0 then 'human' end,
             case when n % 32 = 0 then 'closed' else 'open' end
      from generate_series(1, ${count}::int) as n`);
    await tx.run(sql`analyze conversation, mailbox`);
  });
});

const everything: ConversationFilters = {
  ...{ state: null, unread: null, kind: null, mailboxId: null, campaignId: null },
  ...{ prospectId: null, search: null },
};

describe('a page of conversations costs the same in a mailbox of any size', () => {
  test.each<[string, Partial<ConversationFilters>, found: number, maxBuffers?: number]>([
    ['all', {}, 50],
    ['open', { state: 'open' }, 50],
    ['closed', { state: 'closed' }, 50],
    ['unread', { state: 'open', unread: true }, 50],
    ['complaints', { kind: 'complaint' }, 20],
    ['open complaints', { state: 'open', kind: 'complaint' }, 20],
    ['closed replies', { state: 'closed', kind: 'human' }, 50],
    ['a kind without any', { state: 'open', kind: 'bounce' }, 0],
    ['an old campaign', { campaignId }, 50],
    ['open ones of an old campaign', { campaignId, state: 'open' }, 50],
    ['unread ones of an old campaign', { campaignId, unread: true }, 0],
    ['complaints of an old campaign', { campaignId, kind: 'complaint' }, 10],
    ['unread replies', { state: 'open', kind: 'human', unread: true }, 50],
    ['unread complaints', { state: 'open', kind: 'complaint', unread: true }, 0],
    // No index covers these filters. A page tries 2,000 at most, here each on its own page of the
    // table.
    ['closed ones of an old campaign', { campaignId, state: 'closed' }, 50, 2_500],
    ['replies of an old campaign', { campaignId, kind: 'human' }, 50, 2_500],
    ['snoozed ones of an old campaign', { campaignId, state: 'snoozed' }, 0, 2_500],
    ['read complaints', { unread: false, kind: 'complaint' }, 20, 2_500],
  ])('%s', async (_, given, found, maxBuffers = 500) => {
    const filters = { ...everything, ...given };
    const page = { at: new Date(), after: null, limit: 50 };
    let rows = 0;
    const plans = await explainStatements(app, workspace.id, async (tx) => {
      rows = (await selectConversationPage(tx, reader.userId, filters, page)).rows.length;
    });
    expect(rows).toBe(found);
    for (const { scanned, buffers, ...plan } of plans) {
      expect(scanned.filter((table) => /^conversation_p/.test(table))).toEqual([]);
      expect(buffers, JSON.stringify(plan)).toBeLessThan(maxBuffers);
    }
  });
});

describe('paging returns every conversation once, whichever mailboxes they are in', () => {
  interface Said {
    id: string;
    state: string;
    unread: boolean;
    kind: string | null;
    campaignId: string | null;
  }
  let client: { token: string; campaignId: string; all: Said[] };

  /** 45 mailboxes, most of them quiet, so that one page reads 50 of each. */
  beforeAll(async () => {
    const { id: workspaceId, ...other } = await service.workspace();
    const { userId, token } = await other.user('viewer');
    const ofCampaign = await insertCampaign(owner, workspaceId);
    const mailboxIds: string[] = [];
    for (let n = 0; n < 45; n++)
      mailboxIds.push(await insertMailbox(owner, workspaceId, { ownerId: userId, shared: false }));
    await owner.transaction(workspaceId, (tx) =>
      tx.run(sql`
        insert into conversation (workspace_id, id, mailbox_id, campaign_id, subject, snippet, last_message_at,
                                  last_direction, unread, message_count, last_kind, status, snoozed_until)
        select ${workspaceId}, gen_random_uuid(), (${mailboxIds}::uuid[])[1 + case when n % 3 = 0 then n % 45 else 0 end],
               case when n % 2 = 0 then ${ofCampaign}::uuid end, 'Subject', '',
               now() - n / 2 * interval '1 minute', 'inbound', n % 5 = 0, 1,
               case when n % 7 = 0 then 'human' when n % 11 = 0 then 'away' end,
               case when n % 3 = 1 then 'closed' when n % 13 = 0 then 'snoozed' else 'open' end,
               case when n % 13 = 0 then now() + interval '1 day' end
        from generate_series(1, ${sizeForRun(1_200, 4_000)}::int) as n`),
    );
    const all = await owner.query<Said>(sql`
      select id, status as state, unread, last_kind as kind, campaign_id as "campaignId" from conversation
      where workspace_id = ${workspaceId} order by last_message_at desc, id desc`);
    client = { token, campaignId: ofCampaign, all };
  });

  test.each<Partial<Omit<Said, 'id'>>>([
    {},
    { state: 'open' },
    { state: 'snoozed', unread: true },
    { unread: false },
    { kind: 'away' },
    { kind: 'human', unread: true, state: 'closed' },
    { kind: 'human', unread: false },
    { campaignId: 'its own' },
    { campaignId: 'its own', state: 'closed' },
    { campaignId: 'its own', kind: 'away', state: 'open' },
  ])('%o', async (given) => {
    const filters = { ...given, ...(given.campaignId && { campaignId: client.campaignId }) };
    const wanted = client.all.filter((said) =>
      Object.entries(filters).every(([name, value]) => said[name as keyof Said] === value),
    );
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await service.call(client.token, 'GET', '/api/v1/manage/conversations', {
        query: { limit: '100', ...stringsOf(filters), ...(cursor && { cursor }) },
      });
      found.push(...data.conversations.map(({ id }: Said) => id));
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(wanted.length).toBeGreaterThan(5);
    expect(found).toEqual(wanted.map(({ id }) => id));
  });

  const stringsOf = (filters: object): Record<string, string> =>
    Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
});
