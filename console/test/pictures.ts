import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { printUsageOnHelp } from '../../checks/usage.ts';
import { launchOptions } from '../../server/test/browser/launch-options.ts';
import { sampleFile } from '../src/pages/import/sample-file.ts';
import { chooseFile } from './files.ts';

/** A screenshot: the path, and actions before it. `~` is the workspace. */
interface Picture {
  path: string;
  prepare?: (page: Page) => Promise<unknown>;
  /** Default: 800. */
  height?: number;
}

const pictures: Record<string, Picture> = {
  'sign-in': { path: '/sign-in' },
  enrichment: { path: '~/enrichment' },
  home: { path: '~/home' },
  pipeline: { path: '~/pipeline' },
  inbox: { path: '~/inbox', prepare: openConversation },
  'inbox-list': { path: '~/inbox' },
  api: { path: '~/settings/api', prepare: connectBrowsers, height: 1_500 },
  webhooks: { path: '~/settings/webhooks' },
  requests: { path: '~/settings/requests' },
  members: { path: '~/settings/members' },
  usage: { path: '~/settings/usage' },
  ai: { path: '~/settings/ai' },
  audit: { path: '~/settings/audit' },
  general: { path: '~/settings/general' },
  account: { path: '~/account' },
  import: { path: '~/prospects/import' },
  'import-columns': {
    path: '~/prospects/import',
    prepare: async (page) => {
      await chooseFile(page, 'fair.csv', sampleFile);
      await page.getByText('Map your columns').waitFor();
    },
  },
  tasks: { path: '~/tasks' },
  prospect: { path: '~/prospects', prepare: openNewestProspect },
  merge: { path: '~/prospects', prepare: compareNewestProspects },
  campaigns: { path: '~/campaigns' },
  campaign: { path: '~/campaigns', prepare: openCampaign('Spring visits') },
  'campaign-people': { path: '~/campaigns', prepare: openCampaign('Spring visits', 'People') },
  'campaign-rehearsal': {
    path: '~/campaigns',
    prepare: async (page) => {
      await openCampaign('Spring visits', 'Rehearsal')(page);
      const result = page.getByRole('status').getByText('Ready');
      await page.waitForLoadState('networkidle');
      // For the first picture; the others show the same result.
      if (!(await result.isVisible()))
        await page.getByRole('button', { name: 'Run rehearsal' }).click();
      await result.waitFor();
    },
  },
  mailboxes: { path: '~/settings/mailboxes' },
  mailbox: {
    path: '~/settings/mailboxes',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'sales@fernhill.example' }).click();
      await page.getByRole('heading', { level: 1, name: 'sales@fernhill.example' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  'mailbox-connect': {
    path: '~/settings/mailboxes',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Connect mailbox' }).click();
      await page.getByLabel('Email address').fill('ines@saltmarsh.example');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Password', { exact: true }).waitFor();
    },
  },
  lists: { path: '~/lists' },
  prospects: { path: '~/prospects' },
  'prospects-selected': {
    path: '~/prospects?stage=interested',
    prepare: (page) => page.getByLabel('Select all loaded').click(),
  },
  palette: {
    path: '~/settings/api',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search or jump to' }).fill('re');
      await page.getByRole('group', { name: 'Lists' }).waitFor();
    },
  },
};

printUsageOnHelp(`npm run pictures [-- NAME…]

Takes the pictures of the documentation, or those named, from a newly seeded instance:
${Object.keys(pictures).join(', ')}`);

const root = join(import.meta.dirname, '../..');
const only = process.argv.slice(2);
const folder = join(root, 'docs/images');

const dev = spawn(process.execPath, ['server/dev/dev.ts', '--json'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = (await once(createInterface(dev.stdout), 'line')) as [string];
  const { consoleUrl } = JSON.parse(line) as { consoleUrl: string };
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch(launchOptions());
  const session = await signIn(browser, consoleUrl);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) await takeAll(browser, session, colorScheme, width);
  await browser.close();
} finally {
  dev.kill();
  await once(dev, 'exit');
}

interface Session {
  origin: string;
  workspace: string;
  storageState: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
}

async function signIn(browser: Browser, link: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL('**/w/**');
  const { origin, pathname } = new URL(page.url());
  const storageState = await context.storageState();
  await context.close();
  return { origin, workspace: pathname.split('/').slice(0, 3).join('/'), storageState };
}

async function openConversation(page: Page): Promise<void> {
  await page.getByRole('link', { name: /hall is attached/ }).click();
  await page.getByRole('heading', { level: 2, name: 'Sensors for your plant' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Opens a campaign of the list, and one of its tabs. */
function openCampaign(name: string, tab = 'Steps') {
  return async (page: Page) => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('tab', { name: tab }).click();
    await page.waitForLoadState('networkidle');
  };
}

async function openNewestProspect(page: Page): Promise<void> {
  const [id] = await newestProspects(page, 1);
  await page.goto(`${page.url()}?prospect=${id}`);
  await page.waitForLoadState('networkidle');
}

async function compareNewestProspects(page: Page): Promise<void> {
  const [keep, remove] = await newestProspects(page, 2);
  await page.goto(`${page.url()}/merge?keep=${keep}&remove=${remove}`);
  await page.getByText('Changes to').waitFor();
}

/** The ids of the newest prospects of the workspace that the page shows. */
async function newestProspects(page: Page, count: number): Promise<string[]> {
  const { origin, pathname } = new URL(page.url());
  const response = await page.request.get(`${origin}/api/v1/manage/prospects?pageSize=${count}`, {
    headers: { 'outcrop-workspace': pathname.split('/')[2]! },
  });
  const { data } = (await response.json()) as { data: { prospects: { id: string }[] } };
  return data.prospects.map(({ id }) => id);
}

/** Connects two browsers by a code, unless an earlier picture did. */
async function connectBrowsers(page: Page): Promise<void> {
  const browsers = page.getByRole('table', { name: 'Connected browsers' });
  if (await browsers.isVisible()) return;
  const address = page.url();
  const api = `${new URL(address).origin}/api/v1/connect`;
  for (const system of ['Macintosh; Intel Mac OS X 10_15_7', 'Windows NT 10.0; Win64; x64']) {
    const agent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36`;
    const started = await page.request.post(`${api}/start`, {
      headers: { 'user-agent': agent },
      data: {},
    });
    const { data } = (await started.json()) as { data: { userCode: string; deviceCode: string } };
    await page.goto(`${address}?code=${data.userCode}`);
    const confirmed = page.waitForResponse('**/connect/confirm');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await confirmed;
    await page.request.post(`${api}/poll`, { data: { deviceCode: data.deviceCode } });
  }
  await page.goto(address);
  await browsers.waitFor();
}

async function takeAll(
  browser: Browser,
  { origin, workspace, storageState }: Session,
  colorScheme: 'light' | 'dark',
  width: number,
): Promise<void> {
  for (const [name, { path, prepare, height = 800 }] of Object.entries(pictures)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      ...(path.startsWith('~') && { storageState }),
    });
    const page = await context.newPage();
    await page.goto(origin + path.replace('~', workspace));
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    await context.close();
  }
}
