import { expect, test } from 'vitest';
import { testService } from '../../../test/service.ts';

const { origin } = await testService();
const open = (path: string) => fetch(origin + path, { headers: { accept: 'text/html,*/*' } });

test('/robots.txt and /llms.txt are text, also for a browser, and their links work', async () => {
  const [robots, llms] = await Promise.all([open('/robots.txt'), open('/llms.txt')]);
  for (const { status, headers } of [robots, llms])
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n');
  const links = [...(await llms.text()).matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(3);
  for (const path of links) expect([path, (await open(path)).status]).toEqual([path, 200]);
});
