import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { messageFrame } from '../../../console/src/features/inbox/message-frame.ts';
import { safeHtml } from '../../src/inbox/safe-html.ts';
import { consolePolicy } from '../../src/platform/http/console.ts';
import { launchOptions } from '../browser/launch-options.ts';
import { attacksOf, htmlAttacks, ranMark } from './html-attacks.ts';

interface ShownAttack {
  html: string;
  host: string;
}

interface Layers {
  cleaned?: boolean;
  framed?: boolean;
  images?: boolean;
}

/** The attacks whose servers the browser looked up or called, and the output of scripts, by the browser's log. */
async function showAttacks(
  attacks: ShownAttack[],
  { cleaned = true, framed = true, images = false }: Layers,
) {
  const folder = mkdtempSync(join(tmpdir(), 'attacks-'));
  const log = join(folder, 'net.json');
  const pages = attacks.map(({ html }) => {
    const shown = cleaned ? safeHtml(html, { images }).html : html;
    const { sandbox, referrerPolicy, srcDoc } = messageFrame(shown, { images });
    return framed
      ? `<iframe sandbox="${sandbox}" referrerpolicy="${referrerPolicy}" srcdoc="${escaped(srcDoc)}"></iframe>`
      : `<iframe srcdoc="${escaped(shown)}"></iframe>`;
  });
  const server = createServer((request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(framed && { 'content-security-policy': consolePolicy }),
    });
    response.end(request.url === '/' ? `<!doctype html>${pages.join('')}` : '');
  }).listen(0, '127.0.0.1');
  const options = launchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--log-net-log=${log}`],
  });
  const ran: string[] = [];
  try {
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (message.text().includes(ranMark)) ran.push(message.location().url);
    });
    page.on('pageerror', (error) => ran.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss());
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    // The requests of the frames arrive before this one.
    await page.goto(`http://127.0.0.1:${port}/last`);
  } finally {
    await browser.close();
    server.close();
  }
  const events = readFileSync(log, 'utf8');
  rmSync(folder, { recursive: true });
  expect(events).toContain('/last');
  const called = attacks.filter(({ host }) => new RegExp(`\\b${host}`).test(events));
  return { ran, called: called.map(({ host }) => host) };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const attacks = attacksOf();
const noEffects = { ran: [], called: [] };

test('there are at least 60 attacks, and each of them works somewhere: without protection, scripts run and requests leave', {
  timeout: 300_000,
}, async () => {
  expect(htmlAttacks.length).toBeGreaterThanOrEqual(60);
  const { ran, called } = await showAttacks(attacks, { cleaned: false, framed: false });
  expect(ran.length).toBeGreaterThan(10);
  expect(called.length).toBeGreaterThan(15);
});

test('in the frame of the console no script runs and no request leaves', {
  timeout: 300_000,
}, async () => {
  expect(await showAttacks(attacks, {})).toEqual(noEffects);
});

test('the cleaning alone is enough, and the frame alone stops every script', {
  timeout: 300_000,
}, async () => {
  expect(await showAttacks(attacks, { framed: false })).toEqual(noEffects);
  expect((await showAttacks(attacks, { cleaned: false })).ran).toEqual([]);
});

test('with images only images are loaded', { timeout: 300_000 }, async () => {
  const { ran, called } = await showAttacks(attacks, { images: true });
  const withImage = attacks.filter(({ html }) => safeHtml(html, { images: true }).hasRemoteImages);
  expect(ran).toEqual([]);
  expect(called.length).toBeGreaterThan(0);
  expect(called).toEqual(withImage.map(({ host }) => host));
});
