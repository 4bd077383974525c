import { all, attribute, closest, parent, tagName, textOf } from './dom.ts';
import { canBeName, looksLikeName } from './names.ts';
import { type FoundPerson, put } from './person.ts';
import { address, email, link, name, phone } from './values.ts';

const cards = '.h-card, .vcard';
const notOfThePage = '.h-cite, .p-comment, .u-comment, .h-review, .h-feed .u-like, .u-repost';

/** People in microformats: h-card, and vcard as it was called before. */
export const fromHCards = (page: Document): FoundPerson[] =>
  all(page, cards, 200)
    .filter((card) => !closest(card, notOfThePage) && !isInsideCard(card))
    .flatMap((card) => personOf(page, card) ?? []);

const isInsideCard = (card: Element): boolean => {
  const above = parent(card);
  return above !== null && closest(above, cards) !== null;
};

function personOf(page: Document, card: Element): FoundPerson | null {
  const own = (selector: string): Element[] =>
    all(card, selector, 20).filter((element) => ownerOf(element) === card);
  const text = (selector: string): string | null => {
    const [element] = own(selector);
    return element ? textValue(page, element) : null;
  };
  const url = (selector: string): (string | null)[] =>
    [...own(selector), ...(tagName(card) === 'a' ? [card] : [])].map((each) =>
      attribute(each, 'href'),
    );
  const company = text('.p-org, .org');
  const given = text('.p-given-name, .given-name');
  const full = text('.p-name, .fn') ?? (given ? null : impliedName(page, card));
  if (full !== null && company !== null && full === company) return null;
  const person: FoundPerson = {};
  put(person, 'fullName', name(full), 'h-card');
  put(person, 'firstName', name(given), 'h-card');
  put(person, 'lastName', name(text('.p-family-name, .family-name')), 'h-card');
  put(person, 'title', text('.p-job-title, .p-role, .title, .role'), 'h-card');
  put(person, 'companyName', company, 'h-card');
  for (const value of [...url('.u-email, .email'), text('.u-email, .email')])
    put(person, 'email', email(value), 'h-card');
  for (const value of [...url('.p-tel, .tel'), text('.p-tel, .tel')])
    put(person, 'phone', phone(value), 'h-card');
  for (const value of url('.u-url, .url')) {
    put(person, 'linkedinUrl', link(value)?.linkedinUrl, 'h-card');
    put(person, 'website', link(value)?.website, 'h-card');
  }
  const place = ['.p-locality, .locality', '.p-region, .region', '.p-country-name, .country-name'];
  put(person, 'locationName', address(place.map(text)), 'h-card');
  return person.fullName || person.firstName ? person : null;
}

/** A card inside of a property of this card belongs to it; one inside of another card does not. */
function ownerOf(element: Element): Element | null {
  const above = parent(element);
  return above && closest(above, cards);
}

function textValue(page: Document, element: Element): string {
  const tag = tagName(element);
  if (tag === 'data' || tag === 'input') return attribute(element, 'value') ?? '';
  if (tag === 'abbr' && attribute(element, 'title')) return attribute(element, 'title')!;
  if (tag === 'img') return attribute(element, 'alt') ?? '';
  // A number with its kind beside it: only the part that is marked as the value counts.
  const values = all(element, '.value', 5).map((each) => textOf(page, each, 500));
  return values.length > 0 ? values.join('') : textOf(page, element, 500);
}

function impliedName(page: Document, card: Element): string | null {
  const text = tagName(card) === 'img' ? attribute(card, 'alt') : textOf(page, card, 200);
  return text && canBeName(text) && looksLikeName(text) ? text : null;
}
