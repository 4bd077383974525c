import { type Endpoint, endpoints, eventKinds, manageEndpoints } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { sizeForRun } from '../run-size.ts';
import { testService } from '../service.ts';
import { testBrowser } from './chromium.ts';

const service = await testService();
const browser = await testBrowser();

const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const requested: string[] = [];
/** Script errors and policy violations. */
const complaints: string[] = [];
page.on('request', (request) => requested.push(request.url()));
page.on('pageerror', (error) => complaints.push(error.message));
page.on('console', (message) => {
  if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
});
await page.goto(`${service.origin}/docs`);
const sidebar = page.locator('aside');

// All tests share one page, since a browser is slow to start. The last test checks what they did.
describe('the reference', () => {
  const ofPublicApi = Object.values<Endpoint>(endpoints);

  test('lists every endpoint', async () => {
    for (const { summary } of ofPublicApi)
      await sidebar.getByText(summary, { exact: true }).waitFor();
  });

  test.each(
    ofPublicApi
      .slice(0, sizeForRun(2, Infinity))
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('shows %s with an example', async (_, { summary, path }) => {
    await sidebar.getByText(summary, { exact: true }).click();
    const heading = page.getByRole('heading', { name: summary, exact: true });
    await heading.waitFor();
    const section = page.locator('section').filter({ has: heading }).last();
    await section
      // The example replaces the parameter.
      .locator('pre', { hasText: `/api/v1/ext${path.split('{')[0]}` })
      .first()
      .waitFor();
  });

  test('shows every kind of event', async () => {
    for (const kind of eventKinds) await sidebar.getByText(kind, { exact: true }).waitFor();
  });

  test('sends a request with a token and shows the response', async () => {
    const workspace = await service.workspace();
    await page
      .getByPlaceholder('Token')
      .first()
      .fill(await workspace.token('viewer'));
    await sidebar.getByText('Check the token', { exact: true }).click();
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    const answer = page.waitForResponse(`${service.origin}/api/v1/ext/session`);
    await page.getByRole('button', { name: /Send/ }).first().click();
    expect(await (await answer).json()).toMatchObject({
      data: { workspace: { id: workspace.id } },
    });
  });

  test('also shows the manage API, chosen from a menu', async () => {
    const other = await browser.newPage();
    await other.goto(`${service.origin}/docs`);
    await other.getByRole('button', { name: 'Public API' }).click();
    await other.getByText('Manage API').first().click();
    for (const { summary } of [manageEndpoints.patchList, manageEndpoints.getTask])
      await other.locator('aside').getByText(summary, { exact: true }).waitFor();
    await other.close();
  });

  test('leads back to the console', async () => {
    expect(await page.getByRole('link', { name: 'Open console' }).getAttribute('href')).toBe('/');
  });

  test('makes no request to other origins, and reports no errors', () => {
    expect(requested.length).toBeGreaterThan(3);
    for (const url of requested) expect(url).toMatch(new RegExp(`^(${service.origin}/|data:)`));
    expect(complaints).toEqual([]);
  });
});

describe('its content security policy', () => {
  test('allows scripts and data from this origin only, on this page only', async () => {
    const policyOf = async (path: string) =>
      (await fetch(service.origin + path)).headers.get('content-security-policy');
    for (const path of ['/docs', '/docs/']) {
      expect(await policyOf(path)).toMatch(/default-src 'none';script-src 'self';/);
      expect(await policyOf(path)).toMatch(/connect-src 'self'/);
      expect(await policyOf(path)).not.toMatch(/unsafe-eval|https?:|\*/);
    }
    for (const path of ['/docs/scalar.js', '/docs/start.js', '/docs/nothing', '/openapi.json'])
      expect(await policyOf(path), path).toBe("default-src 'none';frame-ancestors 'none'");
  });

  test('blocks a script from another origin', async () => {
    await page.addScriptTag({ url: 'https://cdn.example/x.js' }).catch(() => {});
    await expect.poll(() => complaints.join()).toMatch(/Content Security Policy/);
  });
});

describe('the guides', () => {
  const guide = async (path: string) => {
    const response = await fetch(`${service.origin}/docs/guides${path}`);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  test('are linked in the reference, and lead to each other and back', async () => {
    const reader = await browser.newPage({ viewport: { width: 390, height: 800 } });
    const errors: string[] = [];
    reader.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    await reader.goto(`${service.origin}/docs`);
    await reader.getByRole('link', { name: 'Guides' }).click();
    await reader.getByRole('link', { name: 'Errors', exact: true }).click();
    await reader.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    expect(
      await reader.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    await reader.getByRole('link', { name: 'Reference' }).click();
    await reader.waitForURL(/\/docs$/);
    expect(errors).toEqual([]);
    await reader.close();
  });

  test('have links and anchors that exist', async () => {
    const seen = new Map<string, string>([['', (await guide('')).text]]);
    for (const [, text] of seen)
      for (const [, path] of text.matchAll(/href="\/docs\/guides(\/[^"#]+)/g))
        if (!seen.has(path!)) {
          const { status, text: found } = await guide(path!);
          expect(status, path).toBe(200);
          seen.set(path!, found);
        }
    expect(seen.size).toBeGreaterThan(20);
    for (const [from, text] of seen)
      for (const [, path, anchor] of text.matchAll(/href="(?:\/docs\/guides(\/[^"#]+))?#([^"]+)"/g))
        expect(seen.get(path ?? from), `${from} to ${path}#${anchor}`).toContain(`id="${anchor}"`);
  });

  test('run no scripts, and only guides are served', async () => {
    const { headers } = await guide('/errors');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src/);
    for (const path of [
      '/nothing',
      '/..%2fREADME',
      '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/decisions',
    ])
      expect((await guide(path)).status, path).toBe(404);
  });
});

test('an unknown path below /docs is 404 in the envelope', async () => {
  for (const path of ['/docs/nothing', '/docs/js/scalar.js', '/docs/openapi.yaml']) {
    const response = await fetch(service.origin + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
});

test('the script is cached: a browser that has it gets 304', async () => {
  const url = `${service.origin}/docs/scalar.js`;
  const first = await fetch(url);
  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect((await first.text()).length).toBeGreaterThan(1_000_000);
  const headers = { 'if-none-match': first.headers.get('etag')! };
  expect((await fetch(url, { headers })).status).toBe(304);
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
});
