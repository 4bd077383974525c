import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMailbox } from '../../test/outreach.ts';
import { explainStatements } from '../../test/plans/explain-statements.ts';
import { testService } from '../../test/service.ts';
import { queryWords } from '../core/search/word-rules.ts';
import { Database, sql } from '../platform/db/index.ts';
import type { ConversationFilters } from './conversation-order.sql.ts';
import { selectConversationPage } from './conversations.ts';
import { planSearch } from './word-search.sql.ts';

const service = await testService();
const { owner } = service;
const app = new Database({
  url: service.database.appUrl,
  poolSize: 2,
  timeouts: { statementMs: 30_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const count = 40_000;
const workspace = await service.workspace();
const reader = await workspace.user('viewer');
const leads = [{ fullName: 'Jane Doe', email: 'jane@acme.example' }];
const addedLeads = await service.call(await workspace.token('owner'), 'POST', '/leads', {
  body: { leads },
});
const prospectId = addedLeads.data.prospectIds[0] as string;

/** Every conversation has `common`, every tenth `tenth`, every thousandth `rare`, and each `odd` or `even`. */
beforeAll(async () => {
  const mailboxId = await insertMailbox(owner, workspace.id, {
    ownerId: reader.userId,
    shared: true,
  });
  await owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`
      create temporary table made on commit drop as
      select n, gen_random_uuid() as id, gen_random_uuid() as message_id,
             array['common', 'own' || n] || case when n % 10 = 0 then array['tenth'] else '{}' end
               || case when n % 1000 = 7 then array['rare'] else '{}' end
               || case when n % 2 = 0 then array['even'] else array['odd'] end as words
      from generate_series(1, ${count}::int) as n`);
    await tx.run(sql`
      insert into conversation (workspace_id, id, mailbox_id, prospect_id, subject, snippet, last_message_at,
                                last_direction, unread, message_count)
      select ${workspace.id}, id, ${mailboxId}, case when n % 10000 = 5 then ${prospectId}::uuid end, 'Subject', '',
             now() - n * interval '1 minute', 'inbound', false, 1 from made`);
    await tx.run(sql`
      insert into message (workspace_id, id, conversation_id, direction, sent_at, text, stored_at)
      select ${workspace.id}, message_id, id, 'inbound', now(), '', date_trunc('second', now()) from made`);
    await tx.run(sql`
      insert into message_body (workspace_id, message_id, stored_at, text, words)
      select ${workspace.id}, message_id, date_trunc('second', now()), '', words from made`);
    await tx.run(sql`
      insert into message_word (workspace_id, visible_to, word, stored_at, message_id, conversation_id)
      select ${workspace.id}, ${workspace.id}, word, date_trunc('second', now()), message_id, id
      from made cross join lateral unnest(words) as word`);
    await tx.run(sql`analyze conversation, message, message_body, message_word`);
  });
});

const everything: Omit<ConversationFilters, 'search'> = {
  ...{ state: null, unread: null, kind: null, mailboxId: null, campaignId: null },
  prospectId: null,
};

/** The tables of the coming months are empty, so that PostgreSQL scans them. */
const month = new Date().toISOString().slice(0, 7).replace('-', '_');
const hasRows = (table: string): boolean =>
  /^(conversation|message)/.test(table) && (table.endsWith(month) || !/_\d{4}_\d\d$/.test(table));

describe('a search reads an index as far as it needs to', () => {
  test.each<[q: string, found: number, maxBuffers: number]>([
    ['rare', 40, 2_000],
    ['own12345', 1, 200],
    ['nowhere', 0, 200],
    // The newest conversations are tried, each with its messages.
    ['common', 50, 2_000],
    ['tenth', 50, 8_000],
    ['common rare', 40, 2_000],
    ['common tenth', 50, 16_000],
    ['rare tenth', 0, 2_000],
    // A page tries as many as it may, and no more.
    ['even odd', 0, 40_000],
  ])('%s', async (q, found, maxBuffers) => {
    const ranges = queryWords(q).flatMap((word) => word.ranges);
    let rows: unknown[] = [];
    const plans = await explainStatements(app, workspace.id, async (tx) => {
      const search = await planSearch(tx, reader.userId, ranges);
      const page = { at: new Date(), after: null, limit: 50 };
      ({ rows } = await selectConversationPage(tx, reader.userId, { ...everything, search }, page));
    });
    expect(rows).toHaveLength(found);
    for (const { scanned, buffers, ...plan } of plans) {
      expect(scanned.filter(hasRows)).toEqual([]);
      expect(buffers, JSON.stringify(plan)).toBeLessThan(maxBuffers);
    }
  });

  test('words that are never together are tried page by page, to the end', async () => {
    const pages: number[] = [];
    let cursor: string | null = null;
    do {
      const query = { q: 'even odd', ...(cursor && { cursor }) };
      const { data } = await service.call(reader.token, 'GET', '/api/v1/manage/conversations', {
        query,
      });
      pages.push(data.conversations.length);
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual(Array.from({ length: count / 2_000 + 1 }, () => 0));
  });

  test('the history of a prospect', async () => {
    const filters = { ...everything, prospectId, search: null };
    const page = { at: new Date(), after: null, limit: 50 };
    const [plan] = await explainStatements(app, workspace.id, (tx) =>
      selectConversationPage(tx, reader.userId, filters, page),
    );
    expect(plan!.indexes).toContain('conversation_prospect');
    expect(plan!.buffers).toBeLessThan(100);
  });

  test('deleting a conversation finds its words', async () => {
    const plans = await explainStatements(app, workspace.id, (tx) =>
      tx.run(sql`delete from conversation where workspace_id = ${workspace.id} and id = (
        select id from conversation where workspace_id = ${workspace.id} and prospect_id = ${prospectId} limit 1)`),
    );
    const scanned = plans.flatMap((plan) => plan.scanned);
    expect(scanned.filter(hasRows)).toEqual([]);
  });
});
