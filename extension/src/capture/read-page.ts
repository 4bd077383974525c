import { emailKey, foldText, linkedinKey } from '@outcrop/contract/identity';
import { addContactLinks, nameOf } from './contact-links.ts';
import { titleOf } from './dom.ts';
import { fromHCards } from './h-card.ts';
import { fromJsonLd } from './json-ld.ts';
import { fromMarkup } from './marked-up.ts';
import { looksLikeName, nameFits } from './names.ts';
import { asksForPassword, fromNetworkPage, isNetworkPage, kindOf } from './network-pages.ts';
import { fromOpenGraph, titleParts } from './opengraph.ts';
import {
  type FoundPerson,
  maxPeople,
  type PageKind,
  type PageReading,
  setField,
} from './person.ts';
import { fromSelection } from './selection.ts';
import { fromWebmail } from './webmail.ts';

/** Runs in the page, in a world of its own. It reads, and changes nothing. */
export function readThisPage(): PageReading {
  const { outcropSiteAdapters = false } = globalThis as { outcropSiteAdapters?: boolean };
  return readPage(document, location.href, String(getSelection() ?? ''), outcropSiteAdapters);
}

function readPage(
  page: Document,
  url: string,
  selected: string,
  siteAdapters: boolean,
): PageReading {
  const network = siteAdapters ? kindOf(url) : null;
  let people = isNetworkPage(url)
    ? onNetwork(page, url, network)
    : complete(onPage(page), fromWebmail(page));
  people = withSelected(people, fromSelection(selected));
  addTitle(people, titleOf(page));
  return {
    url: url.slice(0, 2_048),
    title: titleOf(page),
    kind: network ?? 'page',
    people: people.slice(0, maxPeople),
  };
}

const declared = (page: Document): FoundPerson[] =>
  unite([...fromJsonLd(page), ...fromMarkup(page), ...fromHCards(page)]);

const onPage = (page: Document): FoundPerson[] =>
  addContactLinks(page, complete(declared(page), fromOpenGraph(page)), true);

/** Returns nothing while it is turned off, and no people for a wall or the page of a company. */
function onNetwork(page: Document, url: string, kind: PageKind | null): FoundPerson[] {
  if (kind === null || kind === 'page') return [];
  const shown = fromNetworkPage(page, url, kind);
  const people = declared(page);
  if (kind === 'profile') {
    const own = people.filter((person) => shown.some((other) => isSame(person, other)));
    // A wall has a heading, too. Only the page itself says that it is a name.
    if (asksForPassword(page) && own.length === 0) return [];
    const united = unite([...own, ...shown]);
    return united.length === 0 ? [] : addContactLinks(page, united, false);
  }
  return asksForPassword(page) ? [] : unite([...people, ...shown]);
}

/** The same person from several sources becomes one: the first source with a value wins. */
function unite(found: FoundPerson[]): FoundPerson[] {
  const people: FoundPerson[] = [];
  for (const person of found) {
    const same = people.find((other) => isSame(other, person));
    if (same) fill(same, person);
    else if (people.length < maxPeople) people.push(person);
  }
  return people;
}

/** Fills in the same person, or is used if no one was found. Does not add people to others. */
function complete(people: FoundPerson[], found: FoundPerson[]): FoundPerson[] {
  if (people.length === 0) return unite(found);
  for (const person of found) {
    const same = people.filter((other) => isSame(other, person));
    if (same.length === 1) fill(same[0]!, person);
  }
  return people;
}

/** Someone whom the user selected and who is not among the others comes first. */
function withSelected(people: FoundPerson[], selected: FoundPerson[]): FoundPerson[] {
  const isKnown = selected.some((person) => people.some((other) => isSame(other, person)));
  return isKnown ? complete(people, selected) : [...selected, ...people];
}

function isSame(one: FoundPerson, other: FoundPerson): boolean {
  for (const [field, key] of [
    ['linkedinUrl', linkedinKey],
    ['email', emailKey],
  ] as const) {
    const [a, b] = [one[field], other[field]];
    if (a && b) return key(a.value) === key(b.value);
  }
  const name = foldText(nameOf(one));
  return name !== '' && name === foldText(nameOf(other));
}

function fill(person: FoundPerson, from: FoundPerson): void {
  for (const [field, found] of Object.entries(from) as [keyof FoundPerson, FoundPerson['email']][])
    if (found) setField(person, field, found.value, found.source);
}

/** A title is a name only for someone who has an address that fits it. */
function addTitle(people: FoundPerson[], title: string): void {
  const [person] = people;
  if (people.length !== 1 || !person?.email || nameOf(person)) return;
  const { value } = person.email;
  const name = titleParts(title).find((part) => looksLikeName(part) && nameFits(part, value));
  setField(person, 'fullName', name, 'title');
}
