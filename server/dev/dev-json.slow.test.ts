import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../console/build.ts';
import { readConfig } from '../src/config.ts';
import { checkoutFolder } from '../test/checkout-copy.ts';
import { startDevCommand } from '../test/dev-command.ts';
import { isFull } from '../test/run-size.ts';

const admin = new pg.Client({ connectionString: readConfig().DATABASE_ADMIN_URL });
await admin.connect();
afterAll(() => admin.end());
await ensureBuilt();

/** A running copy, what it printed, and the name of its database. */
async function startCopy() {
  const name = `dev-${randomBytes(6).toString('hex')}`;
  const command = startDevCommand(checkoutFolder, ['--json'], { PGAPPNAME: name });
  afterAll(() => command.end('SIGKILL'));
  const [line] = await command.printed(/^\{"baseUrl".*\}$/m);
  const { rows } = await admin.query<{ datname: string }>(
    `select distinct datname from pg_stat_activity
     where application_name = $1 and datname like 'outcrop%'`,
    [name],
  );
  return { command, line, printed: JSON.parse(line), database: rows[0]!.datname };
}

const copies = await Promise.all([startCopy(), startCopy()]);

test.runIf(isFull)('a conversation can be answered, and an answer to that comes back', async () => {
  const { printed } = copies[0]!;
  const call = async (path: string, body?: object) => {
    const response = await fetch(printed.baseUrl.replace('/ext', `/manage${path}`), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${printed.tokens.owner}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each path has its own data
    return ((await response.json()) as { data: any }).data;
  };
  const { conversations } = await call('/conversations?kind=human');
  for (const { id, prospect } of conversations) {
    const { conversation } = await call(`/conversations/${id}`);
    expect(conversation.canReply.allowed).toBe(prospect !== null);
  }
  const answered = `/conversations/${conversations[0].id}`;
  await call(`${answered}/replies`, { text: 'How about Tuesday?' });
  const texts = async () =>
    (await call(answered)).messages.map(({ text }: { text: string }) => text.trim());
  await expect
    .poll(texts, { timeout: 120_000, interval: 500 })
    .toContain('Perfect, thank you. Talk to you then.');
});

test('two copies run side by side, each with its own database, which is dropped at the end', async () => {
  for (const { command, line, printed } of copies) {
    expect(command.output()).toBe(`${line}\n`);
    expect(printed.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/ext$/);
    expect(Object.keys(printed.tokens)).toEqual([
      'owner',
      'member',
      'viewer',
      'otherWorkspace',
      'smallPlan',
    ]);
    const headers = { authorization: `Bearer ${printed.tokens.owner}` };
    expect((await fetch(`${printed.baseUrl}/session`, { headers })).status).toBe(200);
    const page = await fetch(printed.consoleUrl, { headers: { accept: 'text/html' } });
    expect(await page.text()).toMatch(/src="\/assets\/[^"]+\.js"/);
  }
  const databases = copies.map(({ database }) => database);
  expect(new Set(databases).size).toBe(2);
  expect(await Promise.all(copies.map(({ command }) => command.end('SIGTERM')))).toEqual([0, 0]);
  const { rows } = await admin.query(`select 1 from pg_database where datname = any($1)`, [
    databases,
  ]);
  expect(rows).toEqual([]);
});
