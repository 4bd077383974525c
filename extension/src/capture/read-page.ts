import { emailKey, fold, linkedinKey } from '@outcrop/contract/identity';
import { addContactLinks, nameOf } from './contact-links.ts';
import { titleOf } from './dom.ts';
import { fromHCards } from './h-card.ts';
import { fromJsonLd } from './json-ld.ts';
import { fromMarkup } from './marked-up.ts';
import { looksLikeName, nameFits } from './names.ts';
import { fromNetworkPage, kindOf } from './network-pages.ts';
import { fromOpenGraph, titleParts } from './opengraph.ts';
import { type FoundPerson, maxPeople, put, type Reading } from './person.ts';
import { fromSelection } from './selection.ts';
import { fromWebmail } from './webmail.ts';

/** Runs in the page, in a world of its own. It reads, and changes nothing. */
export function readThisPage(): Reading {
  const { outcropSiteAdapters = false } = globalThis as { outcropSiteAdapters?: boolean };
  return readPage(document, location.href, String(getSelection() ?? ''), outcropSiteAdapters);
}

function readPage(page: Document, url: string, selected: string, siteAdapters: boolean): Reading {
  const network = siteAdapters ? kindOf(url) : null;
  let people = unite([...fromJsonLd(page), ...fromMarkup(page), ...fromHCards(page)]);
  people = complete(people, fromOpenGraph(page));
  people = addContactLinks(page, people);
  if (network) people = unite([...people, ...fromNetworkPage(page, url, network)]);
  people = complete(people, fromWebmail(page));
  people = withSelected(people, fromSelection(selected));
  addTitle(people, titleOf(page));
  return {
    url: url.slice(0, 2_048),
    title: titleOf(page),
    kind: network ?? 'page',
    people: people.slice(0, maxPeople),
  };
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
  const name = fold(nameOf(one));
  return name !== '' && name === fold(nameOf(other));
}

function fill(person: FoundPerson, from: FoundPerson): void {
  for (const [field, found] of Object.entries(from) as [keyof FoundPerson, FoundPerson['email']][])
    if (found) put(person, field, found.value, found.source);
}

/** A title is a name only for someone who has an address that fits it. */
function addTitle(people: FoundPerson[], title: string): void {
  const [person] = people;
  if (people.length !== 1 || !person?.email || nameOf(person)) return;
  const { value } = person.email;
  const name = titleParts(title).find((part) => looksLikeName(part) && nameFits(part, value));
  put(person, 'fullName', name, 'title');
}
