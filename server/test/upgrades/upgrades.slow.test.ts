import type pg from 'pg';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { visitor } from '../accounts.ts';
import { connect } from '../engine/connection.ts';
import { oldWrites } from '../engine/old-writes.ts';
import { expectConsistentCredits } from '../enrichment/credit-checks.ts';
import { inShell } from '../faults/documented-commands.ts';
import { testQueue } from '../queue/workers.ts';
import { testService } from '../service.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { keptVersions, restore } from './restore.ts';

const config = { EGRESS_ALLOW: ['127.0.0.0/8'] };
const kinds = [
  'workspace',
  'member',
  'api_token',
  'auth."user"',
  'auth."session"',
  'prospect',
  'list',
  'tag',
  'prospect_list',
  'prospect_tag',
  'campaign',
  'enrollment',
  'conversation',
  'message',
  'event',
  'webhook',
  'delivery',
  'task',
  'enrichment',
  'credit_entry',
  'suppression',
  'idempotency',
  'pgboss.job',
];

async function countRows(admin: pg.Client): Promise<Record<string, number>> {
  const counts = kinds.map((table) => `select '${table}' as name, count(*)::int from ${table}`);
  const { rows } = await admin.query<{ name: string; count: number }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Repeats a call until stopped. Returns what failed, and how often it was called. */
function traffic(call: (n: number) => Promise<string | undefined>) {
  const state = { isOver: false };
  const failures: string[] = [];
  let count = 0;
  const running = (async () => {
    while (!state.isOver || count < 10) {
      const failure = await call(count++).catch(String);
      if (failure) failures.push(failure);
    }
  })();
  return async () => {
    state.isOver = true;
    await running;
    return failures;
  };
}

test('at least one version is kept', () => {
  expect(keptVersions.length).toBeGreaterThan(0);
});

test.each(keptVersions)(
  'a database of %s is upgraded beside its traffic, and everything in it works [upgrades.kept-versions]',
  async (version) => {
    const { database, known } = await restore(version);
    const admin = await connect(database.adminUrl);
    const urls = { DATABASE_OWNER_URL: database.ownerUrl, DATABASE_URL: database.appUrl };
    const before = await countRows(admin);
    for (const [kind, count] of Object.entries(before)) expect(count, kind).toBeGreaterThan(0);
    const { rows: workspaces } = await admin.query<{ id: string }>('select id from workspace');

    // What the previous version reads and writes goes on while the database is migrated.
    const isBeforeWords =
      (await admin.query(`select to_regclass('prospect_word') as made`)).rows[0].made === null;
    const older = oldWrites(await connect(database.adminUrl));
    const added: string[] = [];
    const stopOlder = traffic(async (n) => {
      if (!isBeforeWords) return undefined;
      added.push(await older.add(workspaces[n % workspaces.length]!.id, `Meanwhile Kept${n}`));
      await older.search(workspaces[0]!.id, 'kept');
      return undefined;
    });
    const output = await inShell(['npm run -s db:migrate'], urls);
    if (isBeforeWords)
      expect(output).toContain('finish the upgrade: npm run db:migrate -- --finish');
    expect(await stopOlder()).toEqual([]);

    const service = await testService({ database, config });
    const get = (path: string, token: string, query: Record<string, string> = {}) =>
      service.call(token, 'GET', path, { query });
    const stopNewer = traffic(async (n) => {
      const answers = [
        await get('/prospects', known.tokens.viewer),
        await service.call(known.tokens.otherWorkspace, 'POST', '/leads', {
          body: { leads: [{ fullName: `During ${n}`, email: `during${n}@kept.example` }] },
        }),
      ];
      // A limit that is reached is not a failure of the upgrade.
      const failed = answers.find(({ status }) => status !== 200 && status !== 429);
      return failed && JSON.stringify(failed.error);
    });
    await inShell(['npm run -s db:migrate -- --finish'], urls);
    expect(await stopNewer()).toEqual([]);

    const after = await countRows(admin);
    // Scheduled jobs of a renamed queue are sent again.
    for (const [kind, count] of Object.entries(before))
      if (kind !== 'pgboss.job') expect(after[kind], kind).toBeGreaterThanOrEqual(count);
    for (const token of Object.values(known.tokens))
      expect((await get('/session', token)).status).toBe(200);
    const signedIn = await service.call(visitor(), 'POST', '/api/v1/manage/sign-in', {
      body: known.signIn,
    });
    expect(signedIn.status).toBe(200);

    // One record per person, also for those who were there before.
    const again = await service.call(known.tokens.owner, 'POST', '/leads', {
      body: { leads: known.leads },
    });
    expect(again.data).toMatchObject({ inserted: 0, received: known.leads.length });
    const { rows: twins } = await admin.query(`
    select workspace_id, email_key from prospect where email_key is not null group by 1, 2 having count(*) > 1
    union all
    select workspace_id, linkedin_key from prospect where linkedin_key is not null group by 1, 2 having count(*) > 1`);
    expect(twins).toEqual([]);
    for (const { fullName, email } of known.leads) {
      const [first = ''] = fullName.split(' ');
      const { data } = await get('/prospects', known.tokens.owner, { q: first });
      expect(data.prospects.map((each: { email: string }) => each.email)).toContain(email);
    }
    for (const id of added.slice(0, 3)) {
      const { rows } = await admin.query('select from prospect_word where prospect_id = $1', [id]);
      expect(rows.length).toBeGreaterThan(0);
    }
    for (const { id } of workspaces) await expectConsistentCredits(service, id);
    const { rows: wrongCounts } = await admin.query(`
    select kind, key from board_count where kind = 'list'
      and count <> (select count(*) from prospect_list l
                    where l.workspace_id = board_count.workspace_id and l.list_id::text = key)`);
    expect(wrongCounts).toEqual([]);
    const barred = await service.call(known.tokens.owner, 'POST', '/leads', {
      body: { leads: [{ fullName: 'Gone', email: known.suppressed }] },
    });
    const { rows: marked } = await admin.query(
      'select do_not_contact from prospect where id = $1',
      [barred.data.prospectIds[0]],
    );
    expect(marked).toEqual([{ do_not_contact: true }]);

    // The secret of a webhook opens with the key, and signs what is delivered now.
    const receiver = await startWebhookReceiver();
    await admin.query('update webhook set url = $1', [receiver.url]);
    const queue = await testQueue([], database);
    await queue.startWorker([], config);
    const fresh = { fullName: 'Fresh Lead', email: 'fresh@kept.example' };
    await service.call(known.tokens.owner, 'POST', '/leads', { body: { leads: [fresh] } });
    const arrived = () => receiver.requests.find(({ body }) => body.includes(fresh.email));
    await expect.poll(arrived).toBeDefined();
    const { body, headers } = arrived()!;
    new Verifier(known.webhookSecret).verify(body, headers);
  },
);
