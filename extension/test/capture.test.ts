import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testBrowser } from '../../server/test/browser/chromium.ts';
import { builtFolder } from '../build.ts';
import type { FoundPerson, Reading } from '../src/capture/person.ts';
import type { Fixture } from './pages/fixture.ts';
import { hostilePages } from './pages/hostile.ts';
import { jsonLdPages } from './pages/json-ld.ts';
import { linkPages } from './pages/links.ts';
import { markupPages } from './pages/markup.ts';
import { networkPages } from './pages/network.ts';

const pages = [...jsonLdPages, ...markupPages, ...linkPages, ...networkPages, ...hostilePages];
const reader = readFileSync(join(builtFolder, 'read-page.js'), 'utf8');

const context = await (await testBrowser()).newContext();
const page = await context.newPage();
const session = await context.newCDPSession(page);
/** Requests that a page makes itself. */
const requested: string[] = [];
let html = '';
await context.route('**/*', (route) => {
  requested.push(route.request().url());
  return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
});

/** Reads the page in a world of its own, as the extension does. */
async function read(fixture: Fixture): Promise<Reading> {
  html = `<!doctype html>${fixture.html}`;
  await page.goto(fixture.url ?? 'https://page.example/');
  if (fixture.selected)
    await page.evaluate(
      `getSelection().selectAllChildren(document.querySelector(${JSON.stringify(fixture.selected)}))`,
    );
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
    });
    expect(exceptionDetails?.exception?.description).toBeUndefined();
    return result.value as unknown;
  };
  await evaluate(`globalThis.outcropSiteAdapters = ${fixture.network ?? false};
    globalThis.changes = new MutationObserver(() => {});
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true }); 0`);
  const before = requested.length;
  const reading = (await evaluate(reader)) as Reading;
  expect(await evaluate('changes.takeRecords().length')).toBe(0);
  expect(requested.length).toBe(before);
  return reading;
}

const valuesOf = (person: FoundPerson) =>
  Object.fromEntries(Object.entries(person).map(([field, { value }]) => [field, value]));

test('there are at least 60 pages', () => {
  expect(pages.length).toBeGreaterThanOrEqual(60);
});

test.each(pages)('finds the right people, and changes nothing: $about', async (fixture) => {
  const { people, kind } = await read(fixture);
  expect(people.map(valuesOf)).toEqual(fixture.expected);
  expect(kind).toBe(fixture.kind ?? 'page');
});

test('each value names its source', async () => {
  const fixture = pages.find(({ about }) => about.startsWith('the same person in JSON-LD'))!;
  const [person] = (await read(fixture)).people;
  expect(Object.values(person!).map(({ source }) => source)).toEqual([
    'json-ld',
    'json-ld',
    'microdata',
    'h-card',
  ]);
});
