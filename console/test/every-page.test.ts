import { describe, expect, test } from 'vitest';
import { recordCreator } from '../../server/test/record-creator.ts';
import { pages } from '../src/pages.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  nightlyTest,
  testConsole,
  type Visitor,
} from './test-console.ts';

const instance = await testConsole();
const { service } = instance;

const publicPaths = ['/sign-in', '/reset#code', '/claim', '/nowhere'];
const morePublicPaths = [
  '/second-factor',
  '/forgot',
  '/claim#code',
  '/invitation#code',
  '/link#code',
];
const inWorkspace = [...pages.map(({ path }) => path), 'nowhere'];

/** Pages about one thing, and the drawers, each with something to show. */
async function detailPaths(workspaceId: string): Promise<string[]> {
  const create = recordCreator(service.owner, workspaceId);
  return [
    `prospects?prospect=${await create('note')}`,
    `inbox/${await create('received message')}`,
    `campaigns/${await create('message')}?tab=people`,
    `enrichment/${await create('job')}`,
    `tasks/${await create('task')}`,
    `settings/mailboxes/${await create('mailbox')}`,
    `settings/webhooks/${await create('delivery')}`,
  ];
}

async function visit(
  { page, open }: Visitor,
  paths: string[],
  go: (path: string) => Promise<void> = open,
): Promise<void> {
  const titles = new Set<string>();
  for (const path of paths) {
    await go(path);
    titles.add(await page.title());
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  }
  expect(titles.size).toBeGreaterThan(paths.length / 2);
}

/** Without loading the console anew for each page. */
async function visitInWorkspace(
  visitor: Visitor,
  workspaceId: string,
  paths: string[],
): Promise<void> {
  const { page, navigate } = visitor;
  await visitor.open(`~/${paths.at(-1)}`);
  await visit(visitor, paths, (path) => navigate(`/w/${workspaceId}/${path}`));
  expect(page.url()).toContain(workspaceId);
}

describe('every page is accessible and fits the smallest screen', () => {
  test('before signing in', async () => {
    const visitor = await instance.visitor();
    await visit(visitor, publicPaths);
    // The browser logs the rejected codes.
    visitor.complaints.splice(0);
  });

  test('as an Owner', { timeout: 240_000 }, async () => {
    const workspace = await service.workspace();
    const details = await detailPaths(workspace.id);
    const owner = await instance.member(workspace, 'owner');
    await visitInWorkspace(owner, workspace.id, [...inWorkspace, ...details]);
  });

  nightlyTest('without anything to show', { timeout: 240_000 }, async () => {
    const workspace = await service.workspace();
    const owner = await instance.member(workspace, 'owner');
    await visitInWorkspace(owner, workspace.id, inWorkspace);
  });

  nightlyTest('as a Viewer without access', async () => {
    const workspace = await service.workspace();
    const restricted = pages.filter(({ role }) => role !== 'viewer').slice(0, 2);
    const viewer = await instance.member(workspace, 'viewer');
    const paths = restricted.map(({ path }) => path);
    await visitInWorkspace(viewer, workspace.id, paths);
  });

  nightlyTest('of the links that people receive', async () => {
    const visitor = await instance.visitor();
    await visit(visitor, morePublicPaths);
    visitor.complaints.splice(0);
  });
});
