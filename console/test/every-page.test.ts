import { expect, test } from 'vitest';
import {
  consoleGround,
  expectAccessible,
  expectNoSidewaysScrolling,
  type Visitor,
} from './ground.ts';

const ground = await consoleGround();
const workspace = await ground.service.workspace();

const beforeSigningIn = [
  '/sign-in',
  '/second-factor',
  '/forgot',
  '/reset#code',
  '/claim',
  '/claim#code',
  '/invitation#code',
  '/link#code',
  '/nowhere',
];
const inWorkspace = [
  '~/settings/api',
  '~/settings/webhooks',
  '~/settings/requests',
  '~/settings/members',
  '~/settings/usage',
  '~/settings/ai',
  '~/settings/audit',
  '~/settings/general',
  '~/account',
  '~/nowhere',
];

async function visit({ page, open }: Visitor, paths: string[]): Promise<void> {
  const titles = new Set<string>();
  for (const path of paths) {
    await open(path);
    titles.add(await page.title());
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  }
  expect(titles.size).toBeGreaterThan(paths.length / 2);
}

const patience = { timeout: 180_000 };

test(
  'before signing in, every page is open to everyone and fits the smallest screen [console.accessible console.small-screens]',
  patience,
  async () => {
    const visitor = await ground.visitor();
    await visit(visitor, beforeSigningIn);
    // Wrong codes are refused, and the browser notes that.
    visitor.complaints.splice(0);
  },
);

test(
  'an Owner’s every page is open to everyone and fits the smallest screen [console.accessible console.small-screens]',
  patience,
  async () => {
    await visit(await ground.member(workspace, 'owner'), inWorkspace);
  },
);

test(
  'a Viewer’s every page is open to everyone and fits the smallest screen [console.accessible console.small-screens]',
  patience,
  async () => {
    await visit(await ground.member(workspace, 'viewer'), inWorkspace);
  },
);
