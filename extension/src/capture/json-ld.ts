import { allElements, scriptText } from './dom.ts';
import { type FoundPerson, maxPeople, setField } from './person.ts';
import { readAddress, readEmail, readLink, readName, readPhone } from './values.ts';

type Node = Record<string, unknown>;

const maxScripts = 50;
const maxCharacters = 2_000_000;
const maxNodes = 20_000;
const maxItems = 1_000;

/** Properties that lead from a page, a list or a company to its people. */
const toPeople = new Set(
  '@graph mainEntity itemListElement item employee employees member members founder founders alumni performer organizer instructor hasCourseInstance subEvent hasPart'.split(
    ' ',
  ),
);
/** The authors and members of these types are not people of the page. */
const notPeople = new Set(['Review', 'Comment', 'Product', 'Rating', 'AggregateRating']);
/** The authors of these types are people of the page. */
const hasAuthors =
  /(?:Article|Posting|Report|WebPage|ProfilePage|AboutPage|Book|Dataset|HowTo|Recipe|Thesis|(?:Podcast|Radio)(?:Episode|Series))$/;
/** The actors of these types are guests. The actors of films are not. */
const hasGuests = /^(?:Podcast|Radio)/;

/** People in JSON-LD, in all its forms. */
export function fromJsonLd(page: Document): FoundPerson[] {
  const roots = documents(page);
  const byId = index(roots);
  const resolve = (value: unknown): unknown => {
    if (!isNode(value)) return value;
    const id = value['@id'];
    return typeof id === 'string' && Object.keys(value).length === 1
      ? (byId.get(id) ?? value)
      : value;
  };
  const people = new Map<Node, FoundPerson>();
  const seen = new Set<unknown>();
  // A stack in reverse order, so that people come in the order of the page.
  const waiting: { value: unknown; role?: unknown }[] = roots.map((value) => ({ value })).reverse();
  for (let count = 0; count < maxNodes; count += 1) {
    const next = waiting.pop();
    if (!next || people.size >= maxPeople) break;
    const value = resolve(next.value);
    if (Array.isArray(value)) {
      for (const item of value.slice(0, maxItems).reverse() as unknown[])
        waiting.push({ ...next, value: item });
      continue;
    }
    if (!isNode(value) || seen.has(value)) continue;
    seen.add(value);
    const types = typesOf(value);
    if (types.includes('Person')) {
      if (!types.includes('Organization') && value['deathDate'] === undefined)
        people.set(value, personOf(value, resolve, next.role));
      continue;
    }
    if (types.some((type) => notPeople.has(type))) continue;
    const role = types.some((type) => type.endsWith('Role')) ? value['roleName'] : undefined;
    for (const [property, inner] of Object.entries(value).slice(0, maxItems).reverse()) {
      const isAuthor = property === 'author' || property === 'creator';
      if (
        toPeople.has(property) ||
        (isAuthor && types.some((type) => hasAuthors.test(type))) ||
        (property === 'actor' && types.some((type) => hasGuests.test(type)))
      )
        waiting.push({ value: inner, role });
    }
  }
  return [...people.values()].filter(
    (person) => person.fullName || person.firstName || person.email,
  );
}

function documents(page: Document): unknown[] {
  let left = maxCharacters;
  return allElements(page, 'script[type="application/ld+json" i]', maxScripts).flatMap((script) => {
    const text = scriptText(script, left);
    if (text === null) return [];
    left -= text.length;
    return parse(text);
  });
}

function parse(text: string): unknown[] {
  const bare = text
    .trim()
    .replace(/^(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[|\/\/<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\]\]>\*\/|\/\/\]\]>|\]\]>|;)$/, '');
  try {
    return [JSON.parse(bare) as unknown];
  } catch {
    return [];
  }
}

/** Telephone numbers, as digits, that the page declares to be those of a company or a place. */
export function companyNumbers(page: Document): Set<string> {
  const numbers = new Set<string>();
  for (const node of allNodes(documents(page))) {
    const isPerson = typesOf(node).includes('Person');
    for (const number of isPerson ? [] : [node['telephone']].flat().slice(0, 20))
      if (typeof number === 'string') numbers.add(number.slice(0, 200).replace(/\D/g, ''));
  }
  return numbers;
}

/** All nodes with an `@id` and more than that. */
function index(roots: unknown[]): Map<string, Node> {
  const byId = new Map<string, Node>();
  for (const node of allNodes(roots)) {
    const id = node['@id'];
    if (typeof id === 'string' && Object.keys(node).length > 1 && !byId.has(id)) byId.set(id, node);
  }
  return byId;
}

function* allNodes(roots: unknown[]): Generator<Node> {
  const waiting = [...roots];
  for (let count = 0; count < maxNodes; count += 1) {
    const value = waiting.pop();
    if (value === undefined) break;
    if (Array.isArray(value)) waiting.push(...value.slice(0, maxItems));
    else if (isNode(value)) {
      yield value;
      waiting.push(
        ...Object.values(value)
          .slice(0, maxItems)
          .filter((each) => typeof each === 'object'),
      );
    }
  }
}

type Resolve = (value: unknown) => unknown;

function personOf(node: Node, resolve: Resolve, role: unknown): FoundPerson {
  const person: FoundPerson = {};
  const text = (value: unknown) => textIn(resolve(value), resolve);
  setField(person, 'fullName', readName(text(node['name'])), 'json-ld');
  setField(person, 'firstName', readName(text(node['givenName'])), 'json-ld');
  setField(person, 'lastName', readName(text(node['familyName'])), 'json-ld');
  setField(
    person,
    'title',
    text(node['jobTitle']) ?? text(node['hasOccupation']) ?? text(role),
    'json-ld',
  );
  const company = firstOf(node['worksFor'] ?? node['affiliation'] ?? node['memberOf'], resolve);
  setField(person, 'companyName', text(company), 'json-ld');
  const contact = firstOf(node['contactPoint'], resolve);
  setField(
    person,
    'email',
    readEmail(text(node['email']) ?? inner(contact, 'email', text)),
    'json-ld',
  );
  setField(
    person,
    'phone',
    readPhone(text(node['telephone']) ?? inner(contact, 'telephone', text)),
    'json-ld',
  );
  for (const value of [node['sameAs'], node['url'], node['@id']].flat())
    setField(person, 'linkedinUrl', readLink(text(value))?.linkedinUrl, 'json-ld');
  for (const value of [inner(company, 'url', text), node['url']].flat())
    setField(person, 'website', readLink(text(value))?.website, 'json-ld');
  setField(person, 'locationName', placeOf(node, resolve, text), 'json-ld');
  return person;
}

function placeOf(node: Node, resolve: Resolve, text: (value: unknown) => string | null) {
  for (const property of ['address', 'workLocation', 'homeLocation']) {
    const found = firstOf(node[property], resolve);
    const place = isNode(found) && found['address'] ? firstOf(found['address'], resolve) : found;
    if (typeof place === 'string') return text(place);
    if (!isNode(place)) continue;
    const parts = [place['addressLocality'], place['addressRegion'], place['addressCountry']];
    const read = readAddress(parts.map(text)) ?? text(place['name']);
    if (read) return read;
  }
  return null;
}

const inner = (
  value: unknown,
  property: string,
  text: (value: unknown) => string | null,
): string | null => (isNode(value) ? text(value[property]) : null);

const firstOf = (value: unknown, resolve: Resolve): unknown =>
  resolve(Array.isArray(value) ? value[0] : value);

/** A string, the first of several, a value object, or the name of a node. */
function textIn(value: unknown, resolve: Resolve, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (depth > 3) return null;
  if (Array.isArray(value)) return textIn(resolve(value[0]), resolve, depth + 1);
  if (!isNode(value)) return null;
  return textIn(value['@value'] ?? value['name'], resolve, depth + 1);
}

/** Without the prefix of the vocabulary. */
const typesOf = (node: Node): string[] =>
  [node['@type']]
    .flat()
    .slice(0, 20)
    .flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/:#]/, '')] : []));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
