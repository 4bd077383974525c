import { describe, expect, test } from 'vitest';
import { pages } from '../src/pages.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  testConsole,
  type Visitor,
} from './test-console.ts';

const instance = await testConsole();
const workspace = await instance.service.workspace();

const publicPaths = [
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

describe('every page is accessible and fits the smallest screen', () => {
  test('before signing in', async () => {
    const visitor = await instance.visitor();
    await visit(visitor, publicPaths);
    // The browser logs the rejected codes.
    visitor.complaints.splice(0);
  });

  test('as an Owner', { timeout: 240_000 }, async () => {
    await visit(await instance.member(workspace, 'owner'), inWorkspace);
  });

  test('as a Viewer without access', async () => {
    const restricted = pages.filter(({ role }) => role !== 'viewer').slice(0, 2);
    await visit(
      await instance.member(workspace, 'viewer'),
      restricted.map(({ path }) => `~/${path}`),
    );
  });
});
