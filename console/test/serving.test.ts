import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { consoleGround } from './ground.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

const ground = await consoleGround();
const built = fileURLToPath(new URL('../dist', import.meta.url));
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(ground.origin + path, { headers });

const pageText = await (await get('/', asBrowser)).text();
const script = /src="(\/assets\/[^"]+\.js)"/.exec(pageText)![1]!;

describe('the page', () => {
  test('is the same at every address that a person may open', async () => {
    for (const path of ['/', '/sign-in', '/w/x/settings/api', '/settings/api?x=1', '/nowhere']) {
      const response = await get(path, asBrowser);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/text\/html/);
      expect(await response.text()).toBe(pageText);
    }
  });

  test('allows nothing inline and no other origin [console.policy]', async () => {
    const policy = (await get('/', asBrowser)).headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|nonce|https?:|\*/);
    expect(pageText).not.toMatch(/<style|style=|<script(?![^>]*src)/);
  });

  test('cannot be shown inside another page [console.framing]', async () => {
    const { headers } = await get('/', asBrowser);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBeTruthy();
  });

  test('is asked for anew each time, and its files are kept for good [console.assets]', async () => {
    expect((await get('/', asBrowser)).headers.get('cache-control')).toBe('no-cache');
    const kept = (await get(script)).headers.get('cache-control');
    expect(kept).toMatch(/max-age=31536000, immutable/);
  });

  test('comes compressed, as the browser can take it', async () => {
    for (const [asked, given] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { headers } = await get(script, { 'accept-encoding': asked });
      expect(headers.get('content-encoding')).toBe(given);
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
    }
  });
});

test('what is not for people stays as it was: unknown addresses answer in the envelope', async () => {
  for (const [path, headers] of [
    ['/nowhere', {}],
    ['/assets/nothing.js', {}],
    ['/assets/nothing.js', asBrowser],
    ['/assets/..%2findex.html', asBrowser],
    ['/docs/nothing', asBrowser],
  ] as const) {
    const response = await get(path, headers);
    expect(response.status, path).toBe(404);
    expect(await response.json()).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
  const api = await get('/api/v1/manage/nowhere', asBrowser);
  expect(await api.json()).toMatchObject({ ok: false });
  const post = await fetch(`${ground.origin}/sign-in`, { method: 'POST', headers: asBrowser });
  expect(post.status).toBe(404);
});

test('the first page needs less than 200 kB of script [console.size]', () => {
  const manifest = JSON.parse(readFileSync(`${built}/.vite/manifest.json`, 'utf8')) as Manifest;
  const needed = new Set<string>();
  const need = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (needed.has(file)) return;
    needed.add(file);
    imports.forEach(need);
  };
  ['index.html', 'src/shell/shell.tsx', 'src/pages/home.tsx'].forEach(need);
  const sizes = [...needed].map((file) => statSync(`${built}/${file}.br`).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(200_000);
});

test('no other origin is asked for anything [console.policy]', async () => {
  const workspace = await ground.service.workspace();
  const { page, open } = await ground.member(workspace, 'owner');
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await open('~/settings/api');
  await page.waitForLoadState('networkidle');
  expect([...asked]).toEqual([ground.origin]);
});
