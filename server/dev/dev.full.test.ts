import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testBrowser } from '../test/browser/chromium.ts';
import { copyCheckout } from '../test/checkout-copy.ts';
import { testDatabase } from '../test/database.ts';
import { startDevCommand } from '../test/dev-command.ts';

const copy = await copyCheckout();
const { appUrl, ownerUrl } = await testDatabase();
const environment = { PORT: '0', DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
const dev = startDevCommand(copy.root, [], environment);
afterAll(() => dev.end('SIGKILL'));

const [, link = ''] = await dev.printed(/^ +(http:\S+\/link#\S+)$/m);
const [, token = ''] = await dev.printed(/export TOKEN=(\S+)/);
await dev.printed(/Press Ctrl\+C to stop/);
const { origin } = new URL(link);
const app = 'server/src/platform/http/app.ts';

const live = async () => {
  const response = await fetch(`${origin}/livez`);
  return { status: response.status, body: await response.json() };
};
const session = async () => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/api/v1/ext/session`, { headers })).status;
};

test('nothing is printed before the screen but what Vite prepares', () => {
  const [before] = dev.output().split('Outcrop is running');
  expect(before!.replace(/^.*\[vite\].*$/gm, '').trim()).toBe('');
});

test('a change of the server restarts the API; requests wait, and the token stays valid', async () => {
  const from = dev.output().length;
  await copy.edit(app, 'live: true', 'live: true, isChanged: true');
  const statuses = new Set<number>();
  await expect
    .poll(async () => {
      const { status, body } = await live();
      statuses.add(status);
      return body;
    })
    .toMatchObject({ data: { isChanged: true } });
  expect([...statuses]).toEqual([200]);
  expect(await session()).toBe(200);
  await dev.printed(
    /^Restarted in .* after a change of server\/src\/platform\/http\/app\.ts\.$/m,
    from,
  );
});

test('a change of the contract restarts the API, too', async () => {
  const from = dev.output().length;
  await copy.edit('contract/src/endpoint.ts', '\n', '\n\n');
  await dev.printed(/^Restarted in .* after a change of contract\/src\/endpoint\.ts\.$/m, from);
  expect(await session()).toBe(200);
});

test('an error is shown with its file and line, and the next save recovers', async () => {
  const from = dev.output().length;
  const mend = await copy.edit(app, 'live: true', 'live: = true');
  await dev.printed(/http\/app\.ts:\d+\n.*live: = true.*\nThe API is not running/s, from);
  expect(await live()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  await mend();
  await expect.poll(live).toMatchObject({ status: 200 });
  await dev.printed(/^Restarted in/m, from);
  expect(await session()).toBe(200);
});

test('the console is signed in on the same origin, and changes without a reload', async () => {
  const browser = await testBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(link);
  await page.waitForURL('**/w/**');

  const { pathname } = new URL(page.url());
  await page.goto(`${origin}/w/${pathname.split('/')[2]}/nowhere`);
  const title = page.getByRole('heading', { level: 1 });
  await expect.poll(() => title.textContent()).toBe('Page not found');
  await page.evaluate('window.isSamePage = true');
  await copy.edit(fileWith('Page not found'), 'Page not found', 'Page changed');
  await expect.poll(() => title.textContent()).toBe('Page changed');
  await copy.edit('console/src/theme/base.css', 'body {', 'body { outline: 7px solid;');
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.body).outlineWidth'))
    .toBe('7px');
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  expect(complaints).toEqual([]);
});

test('the policy of the page differs from production by a nonce and a worker only', async () => {
  const response = await fetch(origin, { headers: { accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy')!;
  expect(policy.replace(/ 'nonce-[^']{22,}'/g, '').replace(';worker-src blob:', '')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';" +
      "font-src 'self';img-src 'self' data: https:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  );
  expect(await response.text()).toContain('/@vite/client');
});

test('paths of the API reach the API, also from a browser', async () => {
  const headers = { accept: 'text/html' };
  for (const path of ['/openapi.json', '/livez', '/readyz', '/api/v1/ext/nowhere'])
    expect((await fetch(origin + path, { headers })).headers.get('content-type'), path).toMatch(
      /^application\/json/,
    );
  expect(await (await fetch(`${origin}/docs`, { headers })).text()).not.toContain('/@vite/client');
  expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
});

test('the console can be opened as localhost, too', async () => {
  const { port } = new URL(origin);
  const signIn = (from: string) =>
    fetch(`${origin}/api/v1/manage/sign-in/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: from },
      body: JSON.stringify({ code: 'x' }),
    });
  expect((await signIn(`http://localhost:${port}`)).status).toBe(422);
  expect((await signIn('http://localhost:1')).status).toBe(403);
});

test('the campaign on the screen sends to the mail catcher; a reply, an absence and a bounce come back', async () => {
  const [, campaignId] = await dev.printed(/Emails +http:\S+\/campaigns\/([\w-]+)/);
  const headers = { authorization: `Bearer ${token}` };
  const kinds = async () => {
    const url = `${origin}/api/v1/manage/conversations?campaignId=${campaignId}`;
    const { data } = (await (await fetch(url, { headers })).json()) as {
      data: { conversations: { kind: string | null }[] };
    };
    return data.conversations.map(({ kind }) => kind);
  };
  await expect
    .poll(kinds, { timeout: 120_000, interval: 1_000 })
    .toEqual(expect.arrayContaining(['human', 'away', 'bounce']));
});

test('SIGTERM ends all processes', async () => {
  expect(await dev.end('SIGTERM')).toBe(0);
  await expect(fetch(origin)).rejects.toThrow();
});

test('--sql prints the statements of a request; a killed command leaves no process', async () => {
  const killed = startDevCommand(copy.root, ['--sql'], environment);
  const [, newToken = ''] = await killed.printed(/export TOKEN=(\S+)/);
  const [, baseUrl = ''] = await killed.printed(/API +(http:\S+)/);
  await fetch(`${baseUrl}/session?page=sql`, { headers: { authorization: `Bearer ${newToken}` } });
  await killed.printed(/^GET \/api\/v1\/ext\/session\?page=sql\n +select .*authenticate_token/m);
  expect(await killed.end('SIGKILL')).toBeNull();
});

const fileWith = (text: string): string =>
  globSync('console/src/**/*.tsx', { cwd: copy.root }).find((file) =>
    readFileSync(join(copy.root, file), 'utf8').includes(text),
  )!;
