import { emailKey, linkedinKey } from '@outcrop/contract/identity';
import {
  allElements,
  attributeOf,
  childElements,
  closestElement,
  firstElement,
  isDisplayed,
  parentElement,
  previousElement,
  type Root,
  tagName,
  textBlocks,
  textOf,
} from './dom.ts';
import {
  canBeName,
  canCompare,
  inReadingOrder,
  looksLikeName,
  nameFits,
  nameFitsProfile,
  startsWithFamilyName,
} from './names.ts';
import { isRoleMailbox } from './role-mailboxes.ts';
import { nameInAddress, readEmail, readLink, readPhone } from './values.ts';

const maxLinks = 300;
const maxLevels = 6;
const maxSiblings = 6;
const headings = 'h1, h2, h3, h4, h5, h6, strong, b, dt, th, [role="heading"]';
const content = 'main, article, body, [role="main"]';

const mailLinks = 'a[href^="mailto:" i]';
export const profileLinks = 'a[href*="linkedin." i]';
const phoneLinks = 'a[href^="tel:" i]';
/** The text of a control is not a name. */
const controls = `button, ${mailLinks}, ${profileLinks}, ${phoneLinks}`;

/** A personal email address or profile that the page links to, with what stands next to it. */
export interface ContactLink {
  email: string | null;
  profile: Profile | null;
  name: string | null;
  title: string | null;
  phone: string | null;
}
interface Profile {
  key: string;
  url: string;
}

/** Addresses and profiles of people, each once. Those of departments are left out. */
export function contactLinks(page: Document, readsProfiles: boolean): ContactLink[] {
  const byMail = eachOnce(page, mailLinks, (element) => {
    const address = readEmail(attributeOf(element, 'href'));
    return address && !isRoleMailbox(address) ? { key: emailKey(address)!, address } : null;
  }).map(({ element, address }) => contactByMail(page, element, address, readsProfiles));
  if (!readsProfiles) return byMail;
  const known = new Set(byMail.map(({ profile }) => profile?.key));
  const byProfile = eachOnce(page, profileLinks, profileIn)
    .filter(({ key }) => !known.has(key))
    .map(({ element, ...profile }) => contactByProfile(page, element, profile));
  return [...byMail, ...byProfile.filter(({ name }) => name !== null)];
}

/** The first displayed link to each target. */
export function eachOnce<Target extends { key: string }>(
  root: Root,
  selector: string,
  read: (element: Element) => Target | null,
): (Target & { element: Element })[] {
  const byKey = new Map<string, Target & { element: Element }>();
  for (const element of allElements(root, selector, maxLinks)) {
    const target = read(element);
    if (target && !byKey.has(target.key) && isDisplayed(element))
      byKey.set(target.key, { ...target, element });
  }
  return [...byKey.values()];
}

export function profileIn(element: Element): Profile | null {
  const url = readLink(attributeOf(element, 'href'))?.linkedinUrl;
  return url ? { key: linkedinKey(url)!, url } : null;
}

export const fitsProfile = (name: string, { key }: Profile): boolean =>
  canCompare(name) && nameFitsProfile(name, key.replace(/^\w+:/, ''));

/** Telephone numbers of the page, except in the site's header and footer. */
export const phoneNumbers = (page: Document): { key: string; number: string }[] =>
  eachOnce(page, phoneLinks, (element) => {
    const number = readPhone(attributeOf(element, 'href'));
    const around = closestElement(
      element,
      'header, footer, nav, [role="banner"], [role="contentinfo"], [role="navigation"]',
    );
    if (number === null || (around && !closestElement(around, 'main, article, [role="main"]')))
      return null;
    return { key: number.replace(/\D/g, ''), number };
  });

function contactByMail(
  page: Document,
  element: Element,
  address: string,
  readsProfiles: boolean,
): ContactLink {
  const own = cardOf(element, mailLinks, (each) => attributeOf(each, 'href'));
  const labels = [nameInAddress(attributeOf(element, 'href')) ?? '', ...labelsOf(page, element)];
  const isName = (text: string) => isNameText(text) && nameFits(text, address);
  const named = (card: Element[], isFlat: boolean) => {
    const texts = headingsIn(page, card);
    const blocks = blocksIn(page, card);
    // A name that cannot be compared with the address must at least be a heading, or be the link.
    const unlike = isFlat ? texts.toReversed().filter(isShort) : [...texts, ...labels];
    return (
      [...labels, ...texts, ...blocks].find((text) => canCompare(text) && isName(text)) ??
      unlike.find(isName) ??
      (isOneOfSeveral(own, mailLinks) ? blocks.slice(0, 1).find(startsWithFamilyName) : undefined)
    );
  };
  let card = own ? [own] : [];
  let name = named(card, false);
  if (!name && own) {
    const run = [...siblingsBefore(own, mailLinks), own];
    name = named(run, true);
    if (name) card = run;
  }
  const [tel] = card.flatMap((each) => firstElement(each, phoneLinks) ?? []);
  const profiles =
    name && readsProfiles ? card.flatMap((each) => eachOnce(each, profileLinks, profileIn)) : [];
  const ownProfiles = profiles.filter((profile) => fitsProfile(name!, profile));
  return {
    email: address,
    profile: ownProfiles.length === 1 ? ownProfiles[0]! : null,
    name: name ? inReadingOrder(name) : null,
    title: name
      ? titleIn(page, card, name, isOneOfSeveral(own, mailLinks) && tagName(own!) !== 'tr')
      : null,
    phone: readPhone(tel ? attributeOf(tel, 'href') : null),
  };
}

function contactByProfile(page: Document, element: Element, profile: Profile): ContactLink {
  const own = cardOf(element, profileLinks, (each) => profileIn(each)?.key ?? null);
  const card = own ? [own] : [];
  const texts = headingsIn(page, card);
  const isCard = isOneOfSeveral(own, profileLinks);
  const name =
    [...labelsOf(page, element), ...texts].find(
      (text) => isNameText(text) && fitsProfile(text, profile),
    ) ??
    // The only heading of a card among others, in a script that cannot be compared.
    (isCard && texts.length === 1
      ? texts.find((text) => isNameText(text) && !canCompare(text) && isShort(text))
      : undefined);
  const title = name ? titleIn(page, card, name, isCard) : null;
  return { email: null, profile, name: name ? inReadingOrder(name) : null, title, phone: null };
}

const isNameText = (text: string): boolean => canBeName(text) && looksLikeName(text);
const isShort = (text: string): boolean => text.split(' ').length <= 4;

const labelsOf = (page: Document, element: Element): string[] => [
  textOf(page, element, 200),
  attributeOf(element, 'title') ?? '',
];

/** Each heading, and its first line if it has several. */
const headingsIn = (page: Document, card: Element[]): string[] =>
  card
    .flatMap((each) => [
      ...(closestElement(each, headings) === each ? [each] : []),
      ...allElements(each, headings, 20),
    ])
    .map((each) => {
      const [line = '', ...more] = textBlocks(page, each, 200);
      return isNameText(line) ? line : [line, ...more].join(' ');
    });

const blocksIn = (page: Document, card: Element[]): string[] =>
  card.flatMap((each) => textBlocks(page, each, 2_000));

/** The largest element around the link that holds no link of its kind to anything else. */
function cardOf(
  element: Element,
  selector: string,
  targetOf: (element: Element) => string | null,
): Element | null {
  let card: Element | null = null;
  let above = parentElement(element);
  for (let level = 0; above && level < maxLevels; level += 1) {
    const others = allElements(above, selector, 10).map(targetOf);
    if (others.some((target) => target !== null && target !== targetOf(element))) break;
    if (parentElement(above) === null) break;
    card = above;
    if (closestElement(above, content) === above) break;
    above = parentElement(above);
  }
  return card;
}

/** The elements before a card without a common parent, as in lists of definitions. */
function siblingsBefore(card: Element, selector: string): Element[] {
  const siblings: Element[] = [];
  for (
    let next = previousElement(card);
    next && siblings.length < maxSiblings;
    next = previousElement(next)
  ) {
    if (firstElement(next, selector)) break;
    siblings.unshift(next);
  }
  return siblings;
}

/** Whether there are more cards like it beside it. */
function isOneOfSeveral(card: Element | null, selector: string): boolean {
  const above = card && parentElement(card);
  if (!above) return false;
  const alike = childElements(above).filter(
    (each) => tagName(each) === tagName(card) && firstElement(each, selector),
  );
  return alike.length > 1;
}

function titleIn(
  page: Document,
  card: Element[],
  name: string,
  isOneOfSeveralCards: boolean,
): string | null {
  const clicked = card
    .flatMap((each) => allElements(each, controls, 50))
    .map((each) => textOf(page, each));
  const blocks = blocksIn(page, card).filter((text) => text === name || !clicked.includes(text));
  // Some cards have the title above the name. Alone it could be the heading of anything, and in a
  // table it is a label.
  const above = blocks[0] !== name && blocks[1] === name ? blocks[0]! : null;
  return (
    titleAfter(blocks, name) ?? (isOneOfSeveralCards && above && isTitle(above) ? above : null)
  );
}

/** A job title follows its name, and is a short line of words. */
export function titleAfter(blocks: string[], name: string): string | null {
  const next = blocks.includes(name) ? blocks[blocks.indexOf(name) + 1] : undefined;
  return next !== undefined && isTitle(next) ? next : null;
}

const isTitle = (text: string): boolean =>
  text.length <= 100 &&
  /\p{L}/u.test(text) &&
  !/[@\d:?!]|https?|\.$/.test(text) &&
  text.split(' ').length <= 10;
