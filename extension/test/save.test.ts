import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sql } from '../../server/src/platform/db/index.ts';
import { afterTestOrFile } from '../../server/test/after-test-or-file.ts';
import { insertCampaign } from '../../server/test/outreach.ts';
import { testService } from '../../server/test/service.ts';
import { checkState, connectWith, testExtension, testProfile, testSite } from './test-extension.ts';

const service = await testService();
const team = Array.from(
  { length: 4 },
  (_, n) => `<li class="h-card"><b class="p-name">Person ${'ABCD'[n]} Example</b>
    <a class="u-email" href="mailto:p${n}@team.example">mail</a></li>`,
);
const site = await testSite({
  '/ana': `<title>Ana</title><div class="h-card"><b class="p-name">Ana Silva</b>, <i class="p-job-title">Director</i>
    at <i class="p-org">Tejo</i> <a class="u-email" href="mailto:ana@tejo.example">mail</a></div>`,
  '/bo': '<title>Bo</title><a href="mailto:bo.chen@harbor.example">Bo Chen</a>',
  '/team': `<title>Team</title><ul>${team.join('')}</ul>`,
  '/crowded': `<title>Members</title><ul>${Array.from(
    { length: 120 },
    (_, n) => `<li class="h-card"><b class="p-name">Member Number ${n}</b>
      <a class="u-email" href="mailto:member${n}@club.example">mail</a></li>`,
  ).join('')}</ul>`,
  '/shop': '<title>Kettles</title><h1>Kettles</h1>',
});
const slow = await slowSite();
const extension = await testExtension(await testProfile());
const { panel, context } = extension;
const workspace = await service.workspace();
const token = await workspace.token('member');
const campaignId = await insertCampaign(service.owner, workspace.id, { name: 'Autumn' });
await connectWith(panel, service.origin, token);
await panel.getByRole('heading', { name: 'Read a page' }).waitFor();
await checkState(panel, 'start');
const page = await context.newPage();

/** Opens a page of the site and clicks the toolbar button. Returns the requests since. */
async function readPage(path: string): Promise<() => string[]> {
  const before = extension.requests.length;
  await page.goto(site + path);
  await extension.click(page);
  return () =>
    extension.requests.slice(before).map((request) => request.replace(service.origin, ''));
}
/** A page that names someone at once, and ends when `finish` is called. */
async function slowSite(): Promise<{ origin: string; finish: () => void }> {
  const open = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    open.add(response);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write('<title>Slow</title><div class="h-card"><b class="p-name">Sam Slow</b></div>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTestOrFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    finish: () => {
      for (const response of open) response.end();
    },
  };
}
const save = (name = 'Save') => panel.getByRole('button', { name, exact: true }).click();
const steps = async () => {
  const texts = await panel
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .allTextContents();
  return texts.map((text) => /^.(.*?: (?:done|failed|waiting))/.exec(text)?.[1] ?? text);
};
const found = async (q: string) =>
  (await service.call(token, 'GET', '/prospects', { query: { q } })).data.prospects;

test('only the look-up leaves before Save', async () => {
  const requests = await readPage('/ana');
  await panel.getByText('New person. Looked up: ana@tejo.example').waitFor();
  await checkState(panel, 'new');
  expect(requests()).toEqual(['GET /api/v1/ext/prospects?q=ana%40tejo.example&pageSize=10']);
  expect(await panel.getByLabel('Company', { exact: true }).inputValue()).toBe('Tejo');
});

test('a page is read once per click, and not again when it changes', async () => {
  const { session } = await extension.stored();
  await page.goto(`${site}/team`);
  await page.getByText('Person D Example').waitFor();
  expect((await extension.stored()).session).toEqual(session);
});

test('scripts in pages cannot read what is stored', async () => {
  await readPage('/ana');
  const worker = await extension.worker();
  const read = `(async () => {
    const [tab] = await chrome.tabs.query({ url: '${site}/*' });
    const tabId = tab?.id ?? (await chrome.tabs.query({})).find(({ url }) => url?.startsWith('${site}'))?.id;
    const [{ result }] = await chrome.scripting.executeScript({
      target: { tabId },
      func: () => chrome.storage.local.get(null).then(() => 'readable', (error) => error.message),
    });
    return result;
  })()`;
  expect(await worker.evaluate(read)).toMatch(/not allowed/);
  expect(await page.evaluate('typeof globalThis.chrome?.storage')).toBe('undefined');
});

test('Save adds the person, and ticks list, tag, campaign and enrichment', async () => {
  await panel.getByLabel('List').fill('Fair');
  await panel.getByLabel('Tags').fill('Met, Lisbon');
  await panel.getByLabel('Campaign').selectOption('Autumn');
  await panel.getByLabel('Enrich').check();
  await save();
  await panel.getByText('Saved', { exact: true }).waitFor();
  await expect
    .poll(steps)
    .toEqual([
      'Save person to Fair: done',
      'Tag Met: done',
      'Tag Lisbon: done',
      'Enroll in Autumn: done',
      'Enrich: done',
    ]);
  await checkState(panel, 'saved');
  expect(await found('ana@tejo.example')).toMatchObject([
    {
      fullName: 'Ana Silva',
      title: 'Director',
      companyName: 'Tejo',
      sourceType: 'extension',
      lists: [{ name: 'Fair' }],
      campaigns: [{ id: campaignId }],
      enrichmentStatus: 'queued',
    },
  ]);
});

test('someone who is already there is shown with stage and list, and only blanks are filled', async () => {
  await readPage('/ana');
  await panel.getByText('Already in your workspace').waitFor();
  await panel.getByText('New · Fair').waitFor();
  await panel.getByText('Nothing to fill in.').waitFor();
  await panel.getByRole('button', { name: 'Show all fields' }).click();
  await panel.getByLabel('Phone').fill('+351 21 000 0000');
  await panel.getByLabel('Title').fill('Chair');
  await panel.getByText('Saving fills: Phone.').waitFor();
  await panel.getByText('Also replace Title').waitFor();
  await checkState(panel, 'known');
  await panel.getByLabel('Campaign').selectOption('');
  await panel.getByLabel('Enrich').uncheck();
  await save();
  await panel.getByText('Ana Silva: updated phone').waitFor();
  await panel.getByText('Saved', { exact: true }).waitFor();
  expect(await found('ana@tejo.example')).toMatchObject([{ title: 'Director' }]);
});

test('chosen people of a team page are saved in one request, each with an outcome', async () => {
  const requests = await readPage('/team');
  await panel.getByRole('heading', { name: '4 people' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await panel.getByLabel('Select all').check();
  await panel.getByLabel('Person D Example').uncheck();
  await checkState(panel, 'several');
  await panel.getByLabel('Tags').fill('');
  await save('Save 3 people');
  await panel.getByText('Saved', { exact: true }).waitFor();
  const outcomes = panel.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect
    .poll(() => outcomes.allTextContents())
    .toEqual(['A', 'B', 'C'].map((letter) => `Person ${letter} Example: added`));
  expect(requests()).toEqual(['POST /api/v1/ext/leads']);
  expect(await found('team.example')).toHaveLength(3);
});

test('at most a hundred people are saved in one request, each with an outcome', async () => {
  const requests = await readPage('/crowded');
  await panel.getByRole('heading', { name: '100 people' }).waitFor();
  await panel.getByLabel('Select all').click();
  await save('Save 100 people');
  await panel.getByText('Saved', { exact: true }).waitFor();
  const outcomes = panel.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect.poll(() => outcomes.count()).toBe(100);
  await outcomes.filter({ hasText: ': added' }).nth(99).waitFor();
  expect(requests()).toEqual(['POST /api/v1/ext/leads']);
});

test('a step that the server refuses is named, and the others are done', async () => {
  await readPage('/team');
  await panel.getByLabel('Person D Example').check();
  await panel.getByLabel('Campaign').selectOption('Autumn');
  await panel.getByLabel('Enrich').check();
  await service.owner.query(sql`update campaign set status = 'archived' where id = ${campaignId}`);
  await save();
  await panel.getByText('Saved in part').waitFor();
  await checkState(panel, 'saved-in-part');
  expect(await steps()).toEqual([
    'Save person to Fair: done',
    'Enroll in Autumn: failed',
    'Enrich: done',
  ]);
  await service.owner.query(sql`update campaign set status = 'running' where id = ${campaignId}`);
  await save('Try again');
  await panel.getByText('Saved', { exact: true }).waitFor();
  await expect.poll(steps).toContain('Enroll in Autumn: done');
  extension.complaints.length = 0;
});

test('what the server refused in part stays in the outbox, and is sent again for those it is missing for', async () => {
  const refuse = (status: string) =>
    service.owner.query(sql`update campaign set status = ${status} where id = ${campaignId}`);
  await readPage('/team');
  await panel.getByLabel('Person A Example').check();
  await panel.getByLabel('Campaign').selectOption('Autumn');
  await refuse('archived');
  await save();
  await panel.getByText('Saved in part').waitFor();
  await panel.getByText('1 to fix').waitFor();
  await panel.getByRole('button', { name: 'Show', exact: true }).click();
  await panel.getByText('Saved in part.', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Details' }).click();
  await refuse('running');
  await save('Try again');
  await panel.getByText('Saved', { exact: true }).waitFor();
  await panel.getByRole('contentinfo').waitFor({ state: 'detached' });

  await refuse('archived');
  await readPage('/team');
  await panel.getByLabel('Person B Example').check();
  await save();
  await panel.getByText('1 to fix').waitFor();
  await save('Done');
  await panel.getByRole('contentinfo').waitFor({ state: 'detached' });
  await refuse('running');
  extension.complaints.length = 0;
});

test('edits and choices are kept while the settings or the outbox are shown', async () => {
  await readPage('/ana');
  const title = panel.getByRole('textbox', { name: 'Title' });
  await panel.getByRole('button', { name: 'Show all fields' }).click();
  await title.fill('Chief of staff');
  await panel.getByRole('button', { name: 'Settings' }).click();
  await panel.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await title.count()).toBe(0);
  await panel.getByRole('button', { name: 'Close' }).click();
  expect(await title.inputValue()).toBe('Chief of staff');
});

test('“Also replace” is about the person who was found, not about another who is typed', async () => {
  await service.call(token, 'POST', '/leads', {
    body: { leads: [{ fullName: 'Bea Lund', email: 'bea@tejo.example', title: 'Chair' }] },
  });
  await readPage('/ana');
  await panel.getByRole('button', { name: 'Show all fields' }).click();
  await panel.getByRole('textbox', { name: 'Title' }).fill('Boss');
  await panel.getByLabel('Also replace Title').check();
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Bea Lund');
  await panel.getByRole('textbox', { name: 'Email' }).fill('bea@tejo.example');
  await panel.getByText('Changed since the look-up of ana@tejo.example.').waitFor();
  await save();
  await panel.getByText('Saved', { exact: true }).waitFor();
  expect(await found('bea@tejo.example')).toMatchObject([{ title: 'Chair' }]);
  expect(await found('ana@tejo.example')).toMatchObject([{ title: 'Director' }]);
});

test('a slow page does not replace the page that was clicked after it', async () => {
  const slowPage = await context.newPage();
  await slowPage.goto(`${slow.origin}/`, { waitUntil: 'commit' });
  await extension.press(slowPage);
  await panel.getByText('Reading the page…').waitFor();
  await checkState(panel, 'reading');
  await readPage('/ana');
  await panel.getByRole('heading', { name: 'Ana Silva' }).waitFor();
  slow.finish();
  await slowPage.waitForLoadState();
  // The extension asks the page once more, so what it asked before has been answered.
  const worker = await extension.worker();
  await worker.evaluate(`chrome.tabs.query({ title: 'Slow' }).then(([tab]) =>
    chrome.scripting.executeScript({ target: { tabId: tab.id }, func: () => 1 }))`);
  await slowPage.close();
  expect(JSON.stringify((await extension.stored()).session)).toContain('Ana Silva');
  await panel.getByRole('heading', { name: 'Ana Silva' }).waitFor();
});

test('a page is checked and saved with the keyboard alone', async () => {
  await readPage('/bo');
  await panel.getByRole('heading', { name: 'Bo Chen' }).waitFor();
  const focused = () =>
    panel.evaluate(
      "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim().split(' ·')[0]",
    );
  const reach = async (name: string) => {
    for (let presses = 0; presses < 30 && (await focused()) !== name; presses += 1)
      await panel.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await reach('Title');
  await panel.keyboard.type('Buyer');
  await reach('Tags');
  await panel.keyboard.press('Control+a');
  await panel.keyboard.type('By keyboard');
  await reach('Campaign');
  await panel.keyboard.press('Home');
  await reach('Enrich');
  await panel.keyboard.press('Space');
  await reach('Save');
  await panel.keyboard.press('Enter');
  await panel.getByText('Saved', { exact: true }).waitFor();
  await expect.poll(steps).toEqual(['Save person to Fair: done', 'Tag By keyboard: done']);
  await reach('Done');
  await panel.keyboard.press('Enter');
  await panel.getByRole('heading', { name: 'Bo Chen' }).waitFor();
  expect(await found('bo.chen@harbor.example')).toMatchObject([{ title: 'Buyer' }]);
});

test('a page with no one offers an empty form with its address', async () => {
  const requests = await readPage('/shop');
  await panel.getByRole('heading', { name: 'No one found' }).waitFor();
  await checkState(panel, 'no-one');
  expect(await panel.getByLabel('Website').inputValue()).toBe(`${site}/shop`);
  expect(await panel.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(requests()).toEqual([]);
});

test('the look-up can be switched off: nothing leaves before Save', async () => {
  await panel.getByRole('button', { name: 'Settings' }).click();
  await checkState(panel, 'settings');
  await panel.getByLabel('Look up whether').uncheck();
  await panel.getByRole('button', { name: 'Close' }).click();
  const requests = await readPage('/ana');
  await panel.getByRole('heading', { name: 'Ana Silva' }).waitFor();
  expect(requests()).toEqual([]);
});

test('what the server refuses stops with Fix, and is saved after the correction', async () => {
  await readPage('/shop');
  await panel.getByLabel('Name').fill('Bo Chen');
  await panel.getByLabel('Email').fill('bo at harbor');
  await panel.getByLabel('Campaign').selectOption('');
  await save();
  await panel.getByText('Not saved').waitFor();
  await checkState(panel, 'refused');
  await panel.getByRole('button', { name: 'Fix' }).click();
  await panel.getByText('must be a valid email address', { exact: true }).waitFor();
  await checkState(panel, 'fix');
  await panel.getByRole('textbox', { name: 'Email' }).fill('bo@harbor.example');
  await save('Save again');
  await panel.getByText('Bo Chen: added').waitFor();
  extension.complaints.length = 0;
});

test('a token that was revoked pauses the outbox, and its saves go out after connecting again', async () => {
  await service.owner.query(
    sql`update api_token set revoked_at = now() where workspace_id = ${workspace.id}`,
  );
  await readPage('/shop');
  await panel.getByLabel('Name').fill('Cem Kaya');
  await panel.getByLabel('Email').fill('cem@kaya.example');
  await save();
  await panel.getByText('Disconnected by the server').waitFor();
  await panel.getByText('1 waiting', { exact: true }).waitFor();
  await checkState(panel, 'unauthorized');
  await panel.getByRole('button', { name: 'Reconnect' }).click();
  const next = await workspace.token('member');
  await connectWith(panel, service.origin, next);
  await expect
    .poll(async () => {
      const { data } = await service.call(next, 'GET', '/prospects', { query: { q: 'cem' } });
      return data.prospects.length;
    })
    .toBe(1);
  extension.complaints.length = 0;
});

test('a viewer sees the person, and cannot save', async () => {
  await panel.getByRole('button', { name: 'Settings' }).click();
  await panel.getByRole('button', { name: 'Disconnect…' }).click();
  await panel.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await connectWith(panel, service.origin, await workspace.token('viewer'));
  await panel.getByRole('heading', { name: 'Read a page' }).waitFor();
  await readPage('/ana');
  await panel.getByText('Already in your workspace').waitFor();
  await panel.getByText('Viewers cannot save.').waitFor();
  await checkState(panel, 'viewer');
  expect(await panel.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(extension.complaints).toEqual([]);
});

test('it contacts the server that was entered, and no other', () => {
  expect([...extension.origins].toSorted()).toEqual([service.origin, site, slow.origin].toSorted());
});
