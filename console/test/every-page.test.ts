import type { Role } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { atLeast, withArticle } from '../src/api/roles.ts';
import { pages } from '../src/pages.ts';
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
const inWorkspace = [...pages.map(({ path }) => `~/${path}`), '~/nowhere'];

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

describe('every page is open to everyone and fits the smallest screen [console.accessible console.small-screens]', () => {
  test('before signing in', async () => {
    const visitor = await ground.visitor();
    await visit(visitor, beforeSigningIn);
    // Wrong codes are refused, and the browser notes that.
    visitor.complaints.splice(0);
  });

  test('of an Owner', async () => {
    await visit(await ground.member(workspace, 'owner'), inWorkspace);
  });

  test('that is not for a Viewer', async () => {
    const notTheirs = pages.filter(({ role }) => role !== 'viewer').slice(0, 2);
    await visit(
      await ground.member(workspace, 'viewer'),
      notTheirs.map(({ path }) => `~/${path}`),
    );
  });
});

test.each<Role>(['viewer', 'member', 'admin'])(
  'every page is for a %s, or says for whom it is [console.roles]',
  async (role) => {
    const { page, open } = await ground.member(workspace, role);
    for (const { path, title, role: needed } of pages) {
      await open(`~/${path}`);
      const refusal = page.getByRole('heading', { name: 'This page is not for your role' });
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await refusal.count(), path).toBe(atLeast(role, needed) ? 0 : 1);
      if (!atLeast(role, needed)) await page.getByText(`you are ${withArticle(role)}`).waitFor();
    }
  },
);
