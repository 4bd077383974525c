import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading } from './forms.ts';
import { addPeople, rowOf } from './people.ts';
import { nightlyTest, testConsole } from './test-console.ts';

const instance = await testConsole();
const workspace = await instance.service.workspace();
await addPeople(instance.service, workspace, [
  { fullName: 'Amara Okafor', companyName: 'Saltmarsh' },
]);

/** Requests that match are answered after `release`. */
async function held(page: Page, pattern: string): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** The URLs that the page requests from now on. */
function requests(page: Page, path: string): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(path)) urls.push(request.url());
  });
  return urls;
}

test('the session and the code of a page are requested while the first script is loading', async () => {
  const { page, open } = await instance.member(workspace, 'viewer', { own: {} });
  const first = await held(page, '**/assets/index-*.js');
  const sessions = requests(page, '/api/v1/manage/me');
  const code = page.waitForRequest('**/assets/prospects-*.js');
  const session = page.waitForRequest('**/api/v1/manage/me');
  const opening = open('~/prospects');
  await Promise.all([code, session]);
  first.release();
  await opening;
  await rowOf(page, 'Amara Okafor').waitFor();
  expect(sessions.filter((url) => url.endsWith('/me'))).toHaveLength(1);
});

test('the first rows are requested while the code of the page is loading', async () => {
  const { page, open } = await instance.member(workspace, 'viewer', { own: {} });
  const code = await held(page, '**/assets/prospects-*.js');
  const rows = requests(page, '/api/v1/manage/prospects');
  const opening = open('~/prospects?q=amara');
  await expect.poll(() => rows).toHaveLength(1);
  code.release();
  await opening;
  await rowOf(page, 'Amara Okafor').waitFor();
  expect(rows).toEqual([expect.stringContaining('q=amara')]);
});

nightlyTest('without a session, only the request for the session is refused', async () => {
  const { page, open, complaints } = await instance.visitor({ own: {} });
  const calls = requests(page, '/api/');
  await open(`/w/${workspace.id}/prospects`);
  await heading(page, 'Sign in').waitFor();
  await page.waitForLoadState('networkidle');
  expect(calls.map((url) => new URL(url).pathname)).toEqual([
    '/api/v1/manage/me',
    '/api/v1/manage/setup',
  ]);
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/401/)]);
});
