import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pages } from '../src/pages.ts';
import { testConsole } from './test-console.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

const instance = await testConsole();
const built = fileURLToPath(new URL('../dist', import.meta.url));
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(instance.origin + path, { headers });

const pageText = await (await get('/', asBrowser)).text();
const script = /src="(\/assets\/[^"]+\.js)"/.exec(pageText)![1]!;

describe('the page', () => {
  test('is the same at every path of the console', async () => {
    for (const path of ['/', '/sign-in', '/w/x/settings/api', '/settings/api?x=1', '/nowhere']) {
      const response = await get(path, asBrowser);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/text\/html/);
      expect(await response.text()).toBe(pageText);
    }
  });

  test('allows no inline script or style sheet, and no other origin but for images', async () => {
    const policy = (await get('/', asBrowser)).headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
    const forMessages = ["style-src-attr 'unsafe-inline';", "img-src 'self' data: https:;"];
    for (const part of forMessages) expect(policy).toContain(part);
    const rest = forMessages.reduce((left, part) => left.replace(part, ''), policy);
    expect(rest).not.toMatch(/unsafe|nonce|https?:|\*|frame-src/);
    expect(pageText).not.toMatch(/<style|style=|<script(?![^>]*src)/);
  });

  test('cannot be framed by another page', async () => {
    const { headers } = await get('/', asBrowser);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBeTruthy();
  });

  test('is revalidated on each load, and its assets are cached forever', async () => {
    expect((await get('/', asBrowser)).headers.get('cache-control')).toBe('no-cache');
    const cacheControl = (await get(script)).headers.get('cache-control');
    expect(cacheControl).toMatch(/max-age=31536000, immutable/);
  });

  test('names the session and its own code, which the browser then loads at once', async () => {
    const codes = new Set<string>();
    for (const { path } of pages) {
      const links = (await get(`/w/x/${path}?q=1`, asBrowser)).headers.get('link')!;
      expect(links, path).toContain(`<${script}>; rel=modulepreload`);
      expect(links, path).toContain('</api/v1/manage/me>; rel=preload; as=fetch');
      codes.add(links);
    }
    expect(codes.size).toBe(pages.length);
    for (const path of ['/sign-in', '/nowhere', '/w/x/nowhere'])
      expect((await get(path, asBrowser)).headers.get('link'), path).toBeNull();
  });

  test('is compressed as the browser accepts', async () => {
    for (const [accepted, expected] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { headers } = await get(script, { 'accept-encoding': accepted });
      expect(headers.get('content-encoding')).toBe(expected);
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
    }
  });
});

test('other unknown paths return a JSON error', async () => {
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
  const post = await fetch(`${instance.origin}/sign-in`, { method: 'POST', headers: asBrowser });
  expect(post.status).toBe(404);
});

test('the first page needs less than 200 kB of script', () => {
  const manifest = JSON.parse(readFileSync(`${built}/.vite/manifest.json`, 'utf8')) as Manifest;
  const files = new Set<string>();
  const addFiles = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(addFiles);
  };
  ['index.html', 'src/shell/shell.tsx', 'src/pages/home/home.tsx'].forEach(addFiles);
  const sizes = [...files].map((file) => statSync(`${built}/${file}.br`).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(200_000);
});

test('no request goes to another origin', async () => {
  const workspace = await instance.service.workspace();
  const { page, open } = await instance.member(workspace, 'owner');
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await open('~/settings/api');
  await page.waitForLoadState('networkidle');
  expect([...origins]).toEqual([instance.origin]);
});
