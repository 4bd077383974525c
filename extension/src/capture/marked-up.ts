import {
  allElements,
  attributeOf,
  closestElement,
  firstElement,
  parentElement,
  tagName,
  targetOf,
  textOf,
} from './dom.ts';
import { type FoundPerson, setField, type ValueSource } from './person.ts';
import { readAddress, readEmail, readLink, readName, readPhone } from './values.ts';

/** Microdata and RDFa say the same with other attributes. */
interface Markup {
  source: ValueSource;
  people: string;
  scope: string;
  property: string;
}

const markups: Markup[] = [
  {
    source: 'microdata',
    people: '[itemscope][itemtype*="schema.org/Person" i]',
    scope: '[itemscope]',
    property: 'itemprop',
  },
  {
    source: 'rdfa',
    people: '[typeof~="Person"], [typeof~="schema:Person"], [typeof~="foaf:Person"]',
    scope: '[typeof]',
    property: 'property',
  },
];

const notOfThePage =
  '[itemtype*="schema.org/Review" i], [itemtype*="schema.org/Comment" i], [itemprop~="review"], [itemprop~="comment"], [typeof~="Review"], [typeof~="schema:Review"], [typeof~="Comment"], [typeof~="schema:Comment"]';

const maxPeople = 200;

/** People in microdata and RDFa. */
export const fromMarkup = (page: Document): FoundPerson[] =>
  markups.flatMap((markup) =>
    allElements(page, markup.people, maxPeople)
      .filter(
        (element) => !closestElement(element, notOfThePage) && !isInside(element, markup.people),
      )
      .filter((element) => !isMentioned(element, markup))
      .map((element) => personOf(page, element, markup))
      .filter((person) => person.fullName || person.firstName || person.email),
  );

/** Someone whom a person knows or works with is another person. */
const isInside = (element: Element, selector: string): boolean => {
  const above = parentElement(element);
  return above !== null && closestElement(above, selector) !== null;
};

/** Someone whom the page is about or names, such as the subject of a book. */
const isMentioned = (element: Element, { property }: Markup): boolean =>
  /(?:^|[\s:/])(?:about|mentions|subject|citation)(?:$|\s)/.test(
    attributeOf(element, property) ?? '',
  );

function personOf(page: Document, element: Element, markup: Markup): FoundPerson {
  const { source } = markup;
  const values = valuesOf(page, element, markup);
  const value = (...names: string[]) => {
    for (const each of names) if (values.get(each)?.[0]?.text) return values.get(each)![0]!.text;
    return null;
  };
  const person: FoundPerson = {};
  if (value('deathDate')) return person;
  setField(person, 'fullName', readName(value('name')), source);
  setField(person, 'firstName', readName(value('givenName', 'firstName')), source);
  setField(person, 'lastName', readName(value('familyName', 'lastName', 'surname')), source);
  setField(person, 'title', value('jobTitle', 'role'), source);
  const [company] =
    values.get('worksFor') ?? values.get('affiliation') ?? values.get('memberOf') ?? [];
  const companyValues =
    company && isScope(company.element, markup) ? valuesOf(page, company.element, markup) : null;
  setField(
    person,
    'companyName',
    companyValues ? companyValues.get('name')?.[0]?.text : company?.text,
    source,
  );
  setField(person, 'email', readEmail(value('email', 'mbox')), source);
  setField(person, 'phone', readPhone(value('telephone', 'phone')), source);
  const links = ['sameAs', 'url', 'homepage'].flatMap((each) => values.get(each) ?? []);
  for (const { text } of links)
    setField(person, 'linkedinUrl', readLink(text)?.linkedinUrl, source);
  for (const text of [companyValues?.get('url')?.[0]?.text ?? null, value('url', 'homepage')])
    setField(person, 'website', readLink(text)?.website, source);
  setField(person, 'locationName', placeOf(page, values, markup), source);
  return person;
}

interface Value {
  element: Element;
  text: string;
}
type Values = Map<string, Value[]>;

function placeOf(page: Document, values: Values, markup: Markup): string | null {
  const [place] =
    values.get('address') ?? values.get('workLocation') ?? values.get('homeLocation') ?? [];
  const inner =
    place && isScope(place.element, markup) ? valuesOf(page, place.element, markup) : values;
  const parts = ['addressLocality', 'addressRegion', 'addressCountry'].map(
    (each) => inner.get(each)?.[0]?.text ?? null,
  );
  return readAddress(parts) ?? (place && !isScope(place.element, markup) ? place.text : null);
}

const isScope = (element: Element, { scope }: Markup): boolean =>
  closestElement(element, scope) === element;

const scopeOf = (element: Element, { scope }: Markup): Element | null => {
  const above = parentElement(element);
  return above && closestElement(above, scope);
};

/** Elements elsewhere that microdata refers to by their ids. */
const referredTo = (page: Document, scope: Element, { source }: Markup): Element[] =>
  source === 'microdata'
    ? (attributeOf(scope, 'itemref') ?? '')
        .split(/\s+/)
        .slice(0, 10)
        .flatMap((id) => (id ? (firstElement(page, `#${CSS.escape(id)}`) ?? []) : []))
    : [];

/** The properties of a scope, except in nested scopes. */
function valuesOf(page: Document, scope: Element, markup: Markup): Values {
  const values: Values = new Map();
  const selector = `[${markup.property}]`;
  const elements = allElements(scope, selector, 200).filter(
    (each) => scopeOf(each, markup) === scope,
  );
  for (const part of referredTo(page, scope, markup)) {
    const inside = allElements(part, selector, 200);
    const around = scopeOf(part, markup);
    elements.push(
      ...(attributeOf(part, markup.property) === null ? inside : [part, ...inside]).filter(
        (each) => scopeOf(each, markup) === around,
      ),
    );
  }
  for (const element of elements) {
    const names = (attributeOf(element, markup.property) ?? '').split(/\s+/).slice(0, 10);
    const value = { element, text: textValue(page, element) };
    for (const full of names) {
      const property = full.replace(/^.*[/:#]/, '');
      values.set(property, [...(values.get(property) ?? []), value]);
    }
  }
  return values;
}

function textValue(page: Document, element: Element): string {
  const content = attributeOf(element, 'content');
  if (content !== null) return content.trim();
  const tag = tagName(element);
  const url = tag === 'a' || tag === 'link' || tag === 'area' ? targetOf(element) : null;
  const text = textOf(page, element, 500);
  // A link is both: its address for pages and mailboxes, its text for everything else.
  if (url !== null && /^(?:mailto:|tel:|https?:)/.test(url) && !isTextual(element)) return url;
  return text;
}

const textual =
  /(?:^|[\s:/])(?:name|givenName|familyName|jobTitle|worksFor|affiliation|memberOf|address\w*)(?:$|\s)/;
const isTextual = (element: Element): boolean =>
  textual.test(attributeOf(element, 'itemprop') ?? attributeOf(element, 'property') ?? '');
