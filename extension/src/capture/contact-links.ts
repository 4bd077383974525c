import { emailKey, linkedinKey } from '@outcrop/contract/identity';
import { all, attribute, first, parent, textBlocks, textOf } from './dom.ts';
import { canBeName, isRoleMailbox, looksLikeName, nameFits } from './names.ts';
import { type FoundPerson, put } from './person.ts';
import { email, link, phone } from './values.ts';

const maxLinks = 300;
const maxLevels = 6;
const headings = 'h1, h2, h3, h4, h5, h6, strong, b, dt, th, [role="heading"]';

/** A personal email address that the page links to, with what stands next to it. */
interface ContactLink {
  email: string;
  name: string | null;
  title: string | null;
  phone: string | null;
}

/** Addresses of people, each once. Those of departments are left out. */
function contactLinks(page: Document): ContactLink[] {
  const byKey = new Map<string, { address: string; elements: Element[] }>();
  for (const element of all(page, 'a[href^="mailto:" i]', maxLinks)) {
    const address = email(attribute(element, 'href'));
    if (!address || isRoleMailbox(address)) continue;
    const key = emailKey(address)!;
    const known = byKey.get(key);
    if (known) known.elements.push(element);
    else byKey.set(key, { address, elements: [element] });
  }
  return [...byKey.values()].map(({ address, elements }) => contactOf(page, address, elements[0]!));
}

function contactOf(page: Document, address: string, element: Element): ContactLink {
  const isName = (text: string) =>
    canBeName(text) && looksLikeName(text) && nameFits(text, address);
  const card = cardOf(element);
  const labels = [textOf(page, element, 200), attribute(element, 'title') ?? ''];
  const headingTexts = card ? all(card, headings, 20).map((each) => textOf(page, each, 200)) : [];
  const name = [...labels, ...headingTexts].find(isName) ?? null;
  const tel = card && first(card, 'a[href^="tel:" i]');
  return {
    email: address,
    name,
    title: card && name ? titleAfter(textBlocks(page, card, 2_000), name) : null,
    phone: phone(tel ? attribute(tel, 'href') : null),
  };
}

/** The largest element around the link that holds no other email address. */
function cardOf(element: Element): Element | null {
  let card: Element | null = null;
  let above = parent(element);
  for (let level = 0; above && level < maxLevels; level += 1) {
    const others = all(above, 'a[href^="mailto:" i]', 10);
    if (others.some((each) => attribute(each, 'href') !== attribute(element, 'href'))) break;
    if (parent(above) === null) break;
    card = above;
    above = parent(above);
  }
  return card;
}

/** A job title follows its name, and is a short line of words. */
export function titleAfter(blocks: string[], name: string): string | null {
  const next = blocks[blocks.indexOf(name) + 1];
  const isTitle =
    blocks.includes(name) &&
    next !== undefined &&
    next.length <= 100 &&
    !/[@\d:?!]|https?|\.$/.test(next) &&
    next.split(' ').length <= 10;
  return isTitle ? next : null;
}

/** Fills in what the page links to, where it can only belong to one of the people. */
export function addContactLinks(page: Document, people: FoundPerson[]): FoundPerson[] {
  const contacts = contactLinks(page);
  if (people.length === 0) {
    const named = contacts.filter(({ name }) => name !== null);
    const chosen = named.length > 0 ? named : contacts.length === 1 ? contacts : [];
    people = chosen.map((contact) => {
      const person: FoundPerson = {};
      put(person, 'email', contact.email, 'contact-link');
      put(person, 'fullName', contact.name, 'contact-link');
      put(person, 'title', contact.title, 'contact-link');
      put(person, 'phone', contact.phone, 'contact-link');
      return person;
    });
  }
  const taken = new Set(people.flatMap(({ email }) => (email ? [emailKey(email.value)] : [])));
  for (const { email: address, phone: number } of contacts) {
    const owners = people.filter((person) => nameFits(nameOf(person), address) && nameOf(person));
    if (owners.length !== 1 || taken.has(emailKey(address))) continue;
    put(owners[0]!, 'email', address, 'contact-link');
    if (people.length > 1) put(owners[0]!, 'phone', number, 'contact-link');
  }
  const [only] = people;
  if (people.length === 1 && only) addToOnly(page, only, contacts);
  return people;
}

function addToOnly(page: Document, person: FoundPerson, contacts: ContactLink[]): void {
  if (contacts.length === 1) put(person, 'email', contacts[0]!.email, 'contact-link');
  const numbers = new Map(
    all(page, 'a[href^="tel:" i]', maxLinks).flatMap((element) => {
      const number = phone(attribute(element, 'href'));
      return number ? [[number.replace(/[^+\d]/g, ''), number] as const] : [];
    }),
  );
  if (numbers.size === 1) put(person, 'phone', [...numbers.values()][0], 'contact-link');
  const profiles = new Map(
    all(page, 'a[href*="linkedin." i]', maxLinks).flatMap((element) => {
      const url = link(attribute(element, 'href'))?.linkedinUrl;
      return url ? [[linkedinKey(url)!, url] as const] : [];
    }),
  );
  const [profile] = profiles;
  if (profiles.size === 1 && profile && nameFits(nameOf(person), profile[0].replace(/^\w+:/, '')))
    put(person, 'linkedinUrl', profile[1], 'contact-link');
}

export const nameOf = (person: FoundPerson): string =>
  person.fullName?.value ??
  [person.firstName?.value, person.lastName?.value].filter(Boolean).join(' ');
