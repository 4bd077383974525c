import { allElements, attributeOf, closestElement, parentElement, tagName, textOf } from './dom.ts';
import { canBeName, looksLikeName } from './names.ts';
import { type FoundPerson, setField } from './person.ts';
import { readAddress, readEmail, readLink, readName, readPhone } from './values.ts';

const cards = '.h-card, .vcard';
const notOfThePage = '.h-cite, .p-comment, .u-comment, .h-review, .h-feed .u-like, .u-repost';

/** People in microformats: h-card, and vcard as it was called before. */
export const fromHCards = (page: Document): FoundPerson[] =>
  allElements(page, cards, 200)
    .filter((card) => !closestElement(card, notOfThePage) && !isInsideCard(card))
    .flatMap((card) => personOf(page, card) ?? []);

const isInsideCard = (card: Element): boolean => {
  const above = parentElement(card);
  return above !== null && closestElement(above, cards) !== null;
};

function personOf(page: Document, card: Element): FoundPerson | null {
  const own = (selector: string): Element[] =>
    allElements(card, selector, 20).filter((element) => ownerOf(element) === card);
  const text = (selector: string): string | null => {
    const [element] = own(selector);
    return element ? textValue(page, element) : null;
  };
  const url = (selector: string): (string | null)[] =>
    [...own(selector), ...(tagName(card) === 'a' ? [card] : [])].map((each) =>
      attributeOf(each, 'href'),
    );
  const company = text('.p-org, .org');
  const given = text('.p-given-name, .given-name');
  const full = text('.p-name, .fn') ?? (given ? null : impliedName(page, card));
  if (full !== null && company !== null && full === company) return null;
  const person: FoundPerson = {};
  setField(person, 'fullName', readName(full), 'h-card');
  setField(person, 'firstName', readName(given), 'h-card');
  setField(person, 'lastName', readName(text('.p-family-name, .family-name')), 'h-card');
  setField(person, 'title', text('.p-job-title, .p-role, .title, .role'), 'h-card');
  setField(person, 'companyName', company, 'h-card');
  for (const value of [...url('.u-email, .email'), text('.u-email, .email')])
    setField(person, 'email', readEmail(value), 'h-card');
  for (const value of [...url('.p-tel, .tel'), text('.p-tel, .tel')])
    setField(person, 'phone', readPhone(value), 'h-card');
  for (const value of url('.u-url, .url')) {
    setField(person, 'linkedinUrl', readLink(value)?.linkedinUrl, 'h-card');
    setField(person, 'website', readLink(value)?.website, 'h-card');
  }
  const place = ['.p-locality, .locality', '.p-region, .region', '.p-country-name, .country-name'];
  setField(person, 'locationName', readAddress(place.map(text)), 'h-card');
  return person.fullName || person.firstName ? person : null;
}

/** A card inside of a property of this card belongs to it; one inside of another card does not. */
function ownerOf(element: Element): Element | null {
  const above = parentElement(element);
  return above && closestElement(above, cards);
}

function textValue(page: Document, element: Element): string {
  const tag = tagName(element);
  if (tag === 'data' || tag === 'input') return attributeOf(element, 'value') ?? '';
  if (tag === 'abbr' && attributeOf(element, 'title')) return attributeOf(element, 'title')!;
  if (tag === 'img') return attributeOf(element, 'alt') ?? '';
  // A number with its kind beside it: only the part that is marked as the value counts.
  const values = allElements(element, '.value', 5).map((each) => textOf(page, each, 500));
  return values.length > 0 ? values.join('') : textOf(page, element, 500);
}

function impliedName(page: Document, card: Element): string | null {
  const text = tagName(card) === 'img' ? attributeOf(card, 'alt') : textOf(page, card, 200);
  return text && canBeName(text) && looksLikeName(text) ? text : null;
}
