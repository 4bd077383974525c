import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testBrowser } from '../../server/test/browser/chromium.ts';
import { builtFolder } from '../build.ts';
import type { FoundPerson, PageReading } from '../src/capture/person.ts';
import type { Fixture } from './pages/fixture.ts';
import { heldOutPages } from './pages/held-out.ts';
import { hostilePages } from './pages/hostile.ts';
import { jsonLdPages } from './pages/json-ld.ts';
import { linkPages } from './pages/links.ts';
import { markupPages } from './pages/markup.ts';
import { networkPages } from './pages/network.ts';
import { networkLanguagePages } from './pages/network-languages.ts';
import { wildPages } from './pages/wild/index.ts';

const pages = [
  ...jsonLdPages,
  ...markupPages,
  ...linkPages,
  ...networkPages,
  ...hostilePages,
  ...heldOutPages,
  ...networkLanguagePages,
  ...wildPages,
];
const reader = readFileSync(join(builtFolder, 'read-page.js'), 'utf8');

const context = await (await testBrowser()).newContext();
// Pages of five megabytes take long on a busy machine.
context.setDefaultTimeout(180_000);

/** A tab that reads pages one after another in its own world, as the extension does. */
async function openTab() {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let html = '';
  /** Requests that the page makes itself. */
  let requests = 0;
  await page.route('**/*', (route) => {
    requests += 1;
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
  });
  return async (fixture: Fixture): Promise<PageReading> => {
    html = `<!doctype html>${fixture.html}`;
    // An address that differs in its fragment only would not load the page.
    if (fixture.url?.includes('#')) await page.goto('about:blank');
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
    const before = requests;
    const reading = (await evaluate(reader)) as PageReading;
    expect(await evaluate('changes.takeRecords().length')).toBe(0);
    expect(requests).toBe(before);
    return reading;
  };
}

/** All pages, read in a few tabs at once. */
const readings = new Map<Fixture, PromiseSettledResult<PageReading>>();
const waiting = [...pages];
await Promise.all(
  Array.from({ length: 3 }, async () => {
    const read = await openTab();
    for (let fixture = waiting.shift(); fixture; fixture = waiting.shift())
      readings.set(fixture, (await Promise.allSettled([read(fixture)]))[0]);
  }),
);

function readingOf(fixture: Fixture): PageReading {
  const settled = readings.get(fixture)!;
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

const valuesOf = (person: FoundPerson) =>
  Object.fromEntries(Object.entries(person).map(([field, { value }]) => [field, value]));

test('there are at least 60 pages', () => {
  expect(pages.length).toBeGreaterThanOrEqual(60);
});

test.each(pages)('finds the right people, and changes nothing: $about', (fixture) => {
  const { people, kind } = readingOf(fixture);
  expect(people.map(valuesOf)).toEqual(fixture.expected);
  expect(kind).toBe(fixture.kind ?? 'page');
});

test('no page of a network names a wrong person, and only pages of people give a profile', () => {
  const keysOf = (people: { linkedinUrl?: unknown }[]) =>
    people.flatMap(({ linkedinUrl }) => (linkedinUrl === undefined ? [] : [linkedinUrl]));
  const table = networkLanguagePages.map((fixture) => {
    const people = readingOf(fixture).people.map(valuesOf);
    return {
      page: fixture.about,
      names: people.map(({ fullName }) => fullName),
      profiles: keysOf(people),
    };
  });
  expect(table).toEqual(
    networkLanguagePages.map(({ about, expected }) => ({
      page: about,
      names: expected.map(({ fullName }) => fullName),
      profiles: keysOf(expected),
    })),
  );
  const notOfPeople = table.filter(({ page }) => /wall|sign in|company|school|job/.test(page));
  expect(notOfPeople).toHaveLength(9 * 3);
  expect(notOfPeople.flatMap(({ names, profiles }) => [...names, ...profiles])).toEqual([]);
});

test('each value names its source', () => {
  const fixture = pages.find(({ about }) => about.startsWith('the same person in JSON-LD'))!;
  const [person] = readingOf(fixture).people;
  expect(Object.values(person!).map(({ source }) => source)).toEqual([
    'json-ld',
    'json-ld',
    'microdata',
    'h-card',
  ]);
});
