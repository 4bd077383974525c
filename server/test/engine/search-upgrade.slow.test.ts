import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { backfillSearch } from '../../src/core/prospects/backfill.ts';
import { insertProspects, updateProspects } from '../../src/core/prospects/prospects.sql.ts';
import { searchColumns } from '../../src/core/search/column-rules.ts';
import { searchIds } from '../../src/core/search/search.ts';
import { indexedWords } from '../../src/core/search/word-rules.ts';
import { migrate } from '../../src/operator/migrations.ts';
import { Database, sql } from '../../src/platform/db/index.ts';
import { runMigrations } from '../../src/platform/db/migrate.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { emptyProspect } from '../sample-leads.ts';
import { sized } from '../size.ts';
import { connect } from './connection.ts';
import { oldWrites } from './old-writes.ts';
import { applyBefore, setUpEmpty } from './older-version.ts';

const size = sized(3_000, 100_000);

/** A database of the version before the index of words, with prospects in two workspaces. */
async function olderVersion() {
  const urls = await setUpEmpty();
  await applyBefore('0042', urls.ownerUrl, urls.folder);
  const admin = await connect(urls.adminUrl);
  const [big, small] = [randomUUID(), randomUUID()];
  for (const id of [big, small])
    await admin.query(`insert into workspace (id, name, plan_id) values ($1, 'W', 'scale')`, [id]);
  const older = oldWrites(admin);
  for (let n = 0; n < size; n++) await older.add(n % 10 === 0 ? small : big, `Ånna Number${n}`);
  const owner = new Database({
    url: urls.ownerUrl,
    poolSize: 4,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
  });
  afterTestOrFile(() => owner.close());
  return { ...urls, admin, owner, big, small, older };
}

/** Prospects whose columns or words are not those of their fields, and words without a prospect. */
async function astray(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{
    id: string;
    fullName: string;
    email: string;
    text: string;
    name: string;
    words: string[] | null;
    isPlaced: boolean;
  }>(`
    select coalesce(p.id, w.prospect_id) as id, p.full_name as "fullName", p.email, w.words,
           p.search_text as text, p.sort_name as name,
           p.stage_position = array_position(enum_range(null::stage), p.stage)
             and p.last_activity_at is not null as "isPlaced"
    from prospect p
    full join (select workspace_id, prospect_id, array_agg(word) as words from prospect_word group by 1, 2) w
      on (w.workspace_id, w.prospect_id) = (p.workspace_id, p.id)`);
  return rows
    .filter(({ fullName, email, text, name, words, isPlaced }) => {
      const wanted = searchColumns({ ...emptyProspect, fullName, email });
      const isRight =
        text === wanted.search_text &&
        name === wanted.sort_name &&
        words?.sort().join() === indexedWords(text).sort().join();
      return !isRight || !isPlaced;
    })
    .map(({ id }) => id);
}

const acting = (tx: Parameters<Parameters<Database['transaction']>[1]>[0]) => ({
  tx,
  actor: { actor: { kind: 'system' as const, id: null }, correlationId: null },
});

test('the index of words is built while the previous version reads and writes, and nothing is lost [migrations.online]', async () => {
  const { ownerUrl, adminUrl, admin, big, small, older } = await olderVersion();
  const busy = oldWrites(await connect(adminUrl));
  const upgrade = { isRunning: true };
  const written: string[] = [];
  const traffic = (async () => {
    for (let n = 0; upgrade.isRunning || n < 40; n++) {
      const id = await busy.add(n % 2 === 0 ? big : small, `Meanwhile ${n}`);
      if (n % 4 === 1) await busy.rename(id, `Renamed ${n}`);
      if (n % 4 === 2) await busy.move(id);
      if (n % 4 === 3) await busy.remove(id);
      else written.push(id);
      expect(await busy.search(n % 2 === 0 ? big : small, 'number1')).not.toEqual([]);
    }
  })();
  await migrate(ownerUrl, { finish: false });
  upgrade.isRunning = false;
  await traffic;
  expect(written.length).toBeGreaterThan(20);

  // What was written last may still wait. A job of the new version looks for it every minute.
  const late = await older.add(big, 'Late Comer');
  const owner = new Database({
    url: ownerUrl,
    poolSize: 1,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
  });
  expect(await astray(admin)).toContain(late);
  expect(await backfillSearch(owner)).toBeGreaterThan(0);
  expect(await backfillSearch(owner)).toBe(0);
  await owner.close();
  expect(await astray(admin)).toEqual([]);
  const { rows } = await admin.query<{ invalid: number }>(
    `select count(*)::int as invalid from pg_index where not indisvalid`,
  );
  expect(rows).toEqual([{ invalid: 0 }]);
});

test('until the upgrade is finished, each version finds what the other writes [migrations.online]', async () => {
  const { ownerUrl, owner, big, older } = await olderVersion();
  await migrate(ownerUrl, { finish: false });
  const id = randomUUIDv7();
  const prospect = { ...emptyProspect, id, fullName: 'Zoë Ray', email: 'zoe.ray@acme.example' };
  const fresh = { prospect, doNotContact: false, createdAt: new Date() };
  await owner.transaction(big, async (tx) => insertProspects(tx, [fresh], 'manual'));
  for (const word of ['zoe', 'zoe.ray@acm']) expect(await older.search(big, word)).toEqual([id]);

  const [before] = await owner.ask<{ searchText: string }>(
    sql`select search_text as "searchText" from prospect where id = ${id}`,
  );
  await owner.transaction(big, async (tx) =>
    updateProspects(acting(tx), [
      { before: before!, prospect: { ...prospect, fullName: 'Ida Ray' }, doNotContact: false },
    ]),
  );
  expect(await older.search(big, 'ida')).toEqual([id]);
  expect(await older.search(big, 'zoë')).toEqual([]);

  await older.rename(id, 'Ola Ray');
  await backfillSearch(owner);
  const search = (q: string) =>
    owner.transaction(big, async (tx) => (await searchIds(tx, { q }, { pageSize: 10 })).items);
  expect(await search('ola')).toEqual([id]);
  expect(await search('ida')).toEqual([]);
});

test('a prospect that the previous version deletes takes its words along [migrations.online]', async () => {
  const { ownerUrl, admin, big, older } = await olderVersion();
  const ids = [];
  for (const name of ['李伟', 'Jean-Luc Ørsted', `${'long'.repeat(50)} 김민준 x`, '𠮷𠮷野'])
    ids.push(await older.add(big, name));
  await migrate(ownerUrl, { finish: false });
  for (const id of ids) await older.remove(id);
  expect(await astray(admin)).toEqual([]);
});

test('a prospect that the previous version is changing is indexed afterwards, and neither waits for the other [migrations.online]', async () => {
  const { ownerUrl, adminUrl, admin, owner, big, older } = await olderVersion();
  await runMigrations(ownerUrl);
  const busy = await connect(adminUrl);
  const id = await older.add(big, 'Ida Before');
  await busy.query('begin');
  await busy.query('select from prospect where id = $1 for update', [id]);
  const backfill = backfillSearch(owner);
  const isPassed = async () => {
    const { rows } = await admin.query(
      `select from prospect where workspace_id = $1 and sort_name is null and id <> $2`,
      [big, id],
    );
    return rows.length === 0;
  };
  await expect.poll(isPassed, { timeout: 60_000 }).toBe(true);
  await oldWrites(busy).rename(id, 'Ida After');
  await busy.query('commit');
  expect(await backfill).toBeGreaterThan(0);
  expect(await astray(admin)).toEqual([]);
});

test('the upgrade is finished on request, and not before every prospect is indexed [migrations.online]', async () => {
  const { ownerUrl, admin, owner, big, older } = await olderVersion();
  expect(await runMigrations(ownerUrl)).toEqual([
    '0042_search-words',
    '0043_former-suppressions',
    '0044_mail',
    '0045_receiving',
    '0046_messages',
    '0048_replies',
    '0049_message-words',
    '0051_replied',
    '0052_campaign-counts',
    '0053_campaign-tasks',
    '0054_guard-rails',
    '0055_connect',
    '0057_notes-and-follow-ups',
    '0058_audit-actor',
    '0059_words-of-deleted',
    '0063_saved-views',
    '0064_owners',
    '0065_notifications',
    '0066_stage-changed-at',
    '0067_conversation-kinds',
    '0068_domain-lookup',
    '0069_ignored-in-junk',
    '0070_removed-mailboxes',
  ]);
  await expect(runMigrations(ownerUrl, { finish: true })).rejects.toThrow('not indexed');
  await migrate(ownerUrl, { finish: false });
  await older.add(big, 'Late Comer');
  await expect(runMigrations(ownerUrl, { finish: true })).rejects.toThrow('not indexed');
  expect(await migrate(ownerUrl)).toEqual(['0090_search-words.finish', '0091_checked']);
  expect(await astray(admin)).toEqual([]);
  const { rows } = await admin.query(`select to_regclass('prospect_search') as table`);
  expect(rows).toEqual([{ table: null }]);
  expect(await backfillSearch(owner)).toBe(0);
});
