import { expect, test } from 'vitest';
import { prospectsClient } from '../../server/test/prospects-client.ts';
import { testService } from '../../server/test/service.ts';
import { checkState, connectWith, testExtension, testProfile, testSite } from './test-extension.ts';

const slug = 'rosa-lind-example';
const spellings = [
  `https://www.linkedin.com/in/${slug}`,
  `http://linkedin.com/in/${slug}/`,
  `https://de.linkedin.com/in/${slug}/de`,
  `https://www.linkedin.com/in/${slug}?trk=public&originalSubdomain=se`,
  `https://www.linkedin.com/in/${slug}/overlay/contact-info/`,
  `https://www.linkedin.com/in/Rosa-Lind-Example#about`,
  `https://m.linkedin.com/mwlite/in/${slug}`,
  `https://www.linkedin.com/comm/in/${slug}?midToken=x`,
];
const card = (inner: string) =>
  `<title>Rosa</title><div class="h-card"><b class="p-name">Rosa Lind</b>${inner}</div>`;
const linked = (url: string) => `<a class="u-url" href="${url}">LinkedIn</a>`;

const service = await testService();
const site = await testSite({
  ...Object.fromEntries(spellings.map((url, n) => [`/linkedin-${n}`, card(linked(url))])),
  '/email': card('<a class="u-email" href="mailto:Rosa.Lind@Vik.example">mail</a>'),
  '/name': card(
    '<i class="p-org">VIK</i><i class="p-job-title">Buyer</i><i class="p-tel">+46 8 000 000</i>',
  ),
  '/both': card(
    `<a class="u-email" href="mailto:other@vik.example">mail</a>${linked(spellings[0]!)}`,
  ),
  '/shop': '<title>Kettles</title><h1>Kettles</h1>',
});
const account = await prospectsClient(service);
const rosaId = await account.addLead({
  fullName: 'Rosa Lind',
  email: 'rosa.lind@vik.example',
  linkedinUrl: spellings[0]!,
});
const nameOnlyId = await account.addLead({ fullName: 'Rosa Lind', companyName: 'Vik' });
const otherId = await account.addLead({ fullName: 'R. Lind', email: 'other@vik.example' });

const extension = await testExtension(await testProfile());
const { panel } = extension;
await connectWith(panel, service.origin, account.token);
await panel.getByRole('heading', { name: 'Read a page' }).waitFor();
const page = await extension.context.newPage();
const read = async (path: string) => {
  await page.goto(site + path);
  await extension.click(page);
};
const known = async () => {
  await panel.getByText('Already in your workspace').waitFor();
  const href = await panel.getByRole('link', { name: 'Rosa Lind' }).getAttribute('href');
  return new URL(href!).searchParams.get('prospect');
};

test.each(spellings)('someone is found by the profile %s', async (url) => {
  await read(`/linkedin-${spellings.indexOf(url)}`);
  await expect.poll(known).toBe(rosaId);
});

test('someone is found by email', async () => {
  await read('/email');
  await expect.poll(known).toBe(rosaId);
});

test('someone is found by name and company; a save fills blanks only, and says which', async () => {
  await read('/name');
  await expect.poll(known).toBe(nameOnlyId);
  await panel.getByText('Saving fills: Title, Phone.').waitFor();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByText('Rosa Lind: updated title, phone').waitFor();
  expect(await account.read(nameOnlyId)).toMatchObject({ companyName: 'Vik', title: 'Buyer' });
});

test('someone who matches two prospects leads to the page that merges them', async () => {
  await read('/both');
  await panel.getByRole('heading', { name: 'Rosa Lind' }).waitFor();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const link = panel.getByRole('link', { name: 'Compare and merge the two prospects' });
  await link.waitFor();
  await checkState(panel, 'conflict');
  const { pathname, searchParams } = new URL((await link.getAttribute('href'))!);
  expect(pathname).toBe(`/w/${account.workspace.id}/prospects/merge`);
  expect([searchParams.get('keep'), searchParams.get('remove')].toSorted()).toEqual(
    [rosaId, otherId].toSorted(),
  );
});

test('the browser’s own pages are named as unreadable', async () => {
  await page.goto('chrome://version');
  await extension.click(page);
  await panel.getByRole('heading', { name: 'This page cannot be read' }).waitFor();
  await checkState(panel, 'unreadable');
});

test('a used-up quota is named before Save', async () => {
  await panel.evaluate(`chrome.storage.local.get('connection').then(({ connection }) =>
    chrome.storage.local.set({ connection: { ...connection, quota: { ...connection.quota, remaining: 0 } } }))`);
  await read('/shop');
  await panel.getByText('The monthly import quota is used up').waitFor();
  await checkState(panel, 'quota');
});

test('a full outbox is named, and keeps what it has', async () => {
  await panel.evaluate(`chrome.storage.local.set(Object.fromEntries(Array.from({ length: 500 }, (_, n) =>
    ['save:' + n, { id: String(n), workspaceId: 'other', createdAt: n, leads: [{ fullName: 'Person ' + n }], steps: [],
      prospectIds: [], outcomes: [], status: 'waiting', problem: null }])))`);
  await read('/email');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByText('The outbox is full').waitFor();
  await panel.getByText('500 waiting').waitFor();
  await checkState(panel, 'full');
});
