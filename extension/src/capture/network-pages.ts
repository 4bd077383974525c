import { linkedinKey, linkedinUrl } from '@outcrop/contract/identity';
import {
  allElements,
  attributeOf,
  closestElement,
  firstElement,
  textBlocks,
  textOf,
} from './dom.ts';
import { canBeName } from './names.ts';
import { type FoundPerson, type PageKind, setField } from './person.ts';

/**
 * Pages of LinkedIn, read only when the user has turned it on. What is rendered is read once: nothing
 * is scrolled, clicked or loaded. Roles and links are used, not class names or words, so that it works
 * in every language.
 */
const maxPeople = 25;
const items = 'li, [role="listitem"], article, [data-id]';

export const isNetworkPage = (address: string): boolean =>
  /(?:^|\.)linkedin\.(?:com|cn)$/.test(URL.parse(address)?.hostname ?? '');

export function kindOf(address: string): PageKind | null {
  const url = URL.parse(address);
  if (!url || !isNetworkPage(address)) return null;
  if (linkedinKey(url.href)) return 'profile';
  if (/^\/(?:search|sales\/search|mynetwork)\b/.test(url.pathname)) return 'search';
  return /^\/(?:posts|feed\/update|pulse)\b/.test(url.pathname) ? 'comments' : 'page';
}

export function fromNetworkPage(page: Document, url: string, kind: PageKind): FoundPerson[] {
  return kind === 'profile' ? profileOf(page, url) : peopleInItems(page);
}

export const asksForPassword = (page: Document): boolean =>
  firstElement(page, 'input[type="password"]') !== null;

function profileOf(page: Document, url: string): FoundPerson[] {
  const heading = firstElement(page, 'main h1, [role="main"] h1') ?? firstElement(page, 'h1');
  const fullName = heading && textOf(page, heading, 300);
  if (!heading || !fullName || !canBeName(fullName)) return [];
  const person: FoundPerson = {};
  setField(person, 'fullName', fullName, 'site');
  setField(person, 'linkedinUrl', linkedinUrl(url), 'site');
  const section =
    closestElement(heading, 'section') ?? closestElement(heading, 'main, [role="main"]');
  if (section) {
    setField(person, 'title', headlineAfter(textBlocks(page, section, 3_000), fullName), 'site');
    const company = firstElement(section, 'a[href*="/company/"]');
    if (company) setField(person, 'companyName', textOf(page, company, 300), 'site');
  }
  return [person];
}

function peopleInItems(page: Document): FoundPerson[] {
  const people = new Map<string, FoundPerson>();
  // The first profile in an item is its person; others are named in the text, or know that person.
  const personOfItem = new Map<Element, string>();
  for (const link of allElements(
    page,
    'main a[href*="/in/"], [role="main"] a[href*="/in/"]',
    500,
  )) {
    if (people.size >= maxPeople) break;
    const address =
      URL.parse(attributeOf(link, 'href') ?? '', 'https://www.linkedin.com')?.href ?? '';
    const key = linkedinKey(address);
    const visible = firstElement(link, '[aria-hidden="true"]');
    const text = textOf(page, visible ?? link, 300);
    const item = closestElement(link, items);
    if (!key || !item) continue;
    if (!personOfItem.has(item)) personOfItem.set(item, key);
    if (personOfItem.get(item) !== key || people.has(key) || !text || !canBeName(text)) continue;
    const person: FoundPerson = {};
    setField(person, 'fullName', text, 'site');
    setField(person, 'linkedinUrl', linkedinUrl(address), 'site');
    setField(person, 'title', headlineAfter(textBlocks(page, item, 2_000), text), 'site');
    people.set(key, person);
  }
  return [...people.values()];
}

/** The first line after the name that is not a degree of connection, a pronoun or a mark. */
function headlineAfter(blocks: string[], name: string): string | null {
  const start = blocks.findIndex((block) => block === name || block.startsWith(name));
  const line = blocks
    .slice(start + 1, start + 6)
    .find(
      (block) =>
        block.length >= 4 &&
        /^[\p{L}\p{N}]/u.test(block) &&
        !block.includes(name) &&
        !/^\d/.test(block) &&
        !/[·•]\s*\d+\S*$/.test(block),
    );
  return start >= 0 && line ? line : null;
}
