import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { expectAccessible, nightlyTest, testConsole } from './test-console.ts';
import { dialog, generateToken, press, row, shownToken } from './tokens.ts';

const instance = await testConsole();
const { service } = instance;

const aLead = { body: { leads: [{ email: 'maren@kelptide.example' }] } };

test.each([
  ['viewer', 'Viewer', 403],
  ['member', 'Member', 200],
] as const)(
  'a %s generates a token that has their role, and revokes it [tokens.acts-as-maker]',
  async (role, roleName, mayAddLeads) => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, role);
    await open('~/settings/api');
    await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();

    const token = await generateToken(page, 'Laptop');
    const session = await service.call(token, 'GET', '/session');
    expect(session.data).toMatchObject({
      user: { role },
      workspace: { id: workspace.id },
      token: { name: 'Laptop', expiresAt: null },
    });
    expect((await service.call(token, 'POST', '/leads', aLead)).status).toBe(mayAddLeads);

    const lastUsed = expect.stringMatching(/^(never|just now)$/);
    const ending = `…${token.slice(-4)}`;
    const expected = ['Laptop', 'You', roleName, ending, 'just now', lastUsed, 'never', 'Revoke'];
    await expect
      .poll(() => row(page, 'Laptop').getByRole('cell').allInnerTexts())
      .toEqual(expected);

    await press(page, 'Revoke Laptop');
    await dialog(page, 'Revoke "Laptop"').getByText('disconnected immediately').waitFor();
    await press(page, 'Revoke');
    await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
    expect((await service.call(token, 'GET', '/session')).status).toBe(401);
  },
);

nightlyTest('a new token is tested in its dialog', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/settings/api');
  await press(page, 'Generate API token');
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await press(page, 'Generate');
  await press(page, 'Run test call');
  await page
    .getByText(`It works. The token acts as A member (Member) in ${workspace.name}.`)
    .waitFor();
  const response = await page.getByRole('region', { name: 'response' }).textContent();
  expect(JSON.parse(response!)).toMatchObject({
    ok: true,
    data: { workspace: { id: workspace.id }, token: { name: 'Laptop' } },
  });
  await expectAccessible(page);
});

test('a new token is shown with snippets that run as they are', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'member');
  await open('~/settings/api');
  await press(page, 'Generate API token');
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByLabel('Expires').selectOption('In 30 days');
  await press(page, 'Generate');

  const snippet = async (language: string, label: string) => {
    await page.getByRole('tab', { name: language }).click();
    return (await page.getByRole('region', { name: label, exact: true }).textContent())!;
  };
  const run = promisify(execFile);
  const [curl, typeScript, python] = [
    await snippet('curl', 'curl command'),
    await snippet('TypeScript', 'TypeScript code'),
    await snippet('Python', 'Python code'),
  ];
  const printed = [
    await run('bash', ['-c', `${curl} -s`]),
    await run(process.execPath, ['--input-type=module-typescript', '--eval', typeScript]),
    await run('python3', ['-c', python]),
  ];
  for (const { stdout } of printed) expect(stdout).toContain(workspace.id);

  const { token } = JSON.parse(printed[0]!.stdout).data;
  const days = (Date.parse(token.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});

test('once its dialog is closed, a token is not in the page, the URL or the storage', async () => {
  const workspace = await service.workspace();
  const { page, open } = await instance.member(workspace, 'viewer');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await open('~/settings/api');
  const token = await generateToken(page, 'Laptop');
  await row(page, 'Laptop').waitFor();

  const random = token.slice(5, 48);
  const stored = await page.evaluate<string>(`
    (async () => [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
      location.href, JSON.stringify(history.state), document.title, document.cookie,
      JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
      JSON.stringify(await indexedDB.databases()), JSON.stringify(await caches.keys()),
    ].join('\\n'))()`);
  expect(stored).toContain('outcrop-preferences');
  expect(stored).not.toContain(random);
  expect(addresses.join('\n')).not.toContain(random);
  await page.goBack();
  await open('~/settings/api');
  expect(await page.content()).not.toContain(random);
});

nightlyTest(
  'an Admin creates an integration user in the same dialog, and its token has its role',
  async () => {
    const workspace = await service.workspace();
    const { page, open } = await instance.member(workspace, 'admin');
    await open('~/settings/api');
    await press(page, 'Generate API token');
    await page.getByLabel('Name', { exact: true }).fill('CRM sync');
    await page.getByLabel('Acts as').selectOption('New integration user…');
    await page.getByLabel('Integration name').fill('CRM');
    await page.getByLabel('Viewer').check();
    await press(page, 'Add');
    // The name typed before is still there.
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('CRM sync');
    await press(page, 'Generate');
    const token = await shownToken(page);
    await press(page, 'Done');

    const { data } = await service.call(token, 'GET', '/session');
    expect(data.user).toMatchObject({ name: 'CRM', role: 'viewer' });
    expect((await service.call(token, 'POST', '/leads', aLead)).status).toBe(403);
    await row(page, 'CRM sync').getByRole('img', { name: 'Integration user' }).waitFor();
  },
);

nightlyTest('Admins see and revoke the tokens of everyone, others only their own', async () => {
  const workspace = await service.workspace();
  const { token } = await workspace.user('member');
  const admin = await instance.member(workspace, 'admin');
  const viewer = await instance.member(workspace, 'viewer');
  await admin.open('~/settings/api');
  await viewer.open('~/settings/api');
  await viewer.page.getByRole('heading', { name: 'No tokens yet' }).waitFor();

  await row(admin.page, 'test').getByRole('cell', { name: 'A member' }).waitFor();
  await press(admin.page, 'Revoke test');
  await dialog(admin.page, 'Revoke "test"').getByText('acts as A member').waitFor();
  await press(admin.page, 'Revoke');
  await admin.page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
  expect((await service.call(token, 'GET', '/session')).status).toBe(401);
});
