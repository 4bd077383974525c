import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { testBrowser } from '../../server/test/browser/chromium.ts';
import { signedWebhook } from '../../server/test/webhooks/signed-webhook.ts';

const source = readFileSync(new URL('./webhooks.ts', import.meta.url), 'utf8');
const files: Record<string, string> = {
  '/webhooks.js': stripTypeScriptTypes(source),
  '/worker.js': `
    import { verifyWebhook } from './webhooks.js';
    onmessage = async ({ data }) =>
      postMessage(await verifyWebhook(data).catch(({ reason }) => reason));`,
};
const server = createServer(({ url = '' }, response) => {
  const script = files[url];
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html').end(script ?? '');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());

const browser = await testBrowser();
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

const message = signedWebhook();

/** Runs in the page, so it is source text. */
const inPage = `(message) => import('/webhooks.js')
  .then(({ verifyWebhook }) => verifyWebhook(message))
  .catch(({ reason }) => reason)`;
const inWorker = `(message) => new Promise((resolve, reject) => {
  const worker = new Worker('/worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = reject;
  worker.postMessage(message);
})`;

test.each([
  ['a page', inPage],
  ['a worker', inWorker],
])('verifyWebhook runs in %s of a browser', async (_where, code) => {
  const run = (given: typeof message) =>
    page.evaluate(`(${code})(${JSON.stringify(given)})`) as Promise<unknown>;
  expect(await run(message)).toEqual({ type: 'webhook.test' });
  expect(await run({ ...message, payload: `${message.payload} ` })).toBe('no_match');
});
