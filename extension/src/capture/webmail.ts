import { allElements, attributeOf, closestElement, textOf } from './dom.ts';
import { type FoundPerson, setField } from './person.ts';
import { nameInAddress, readEmail, readName } from './values.ts';

const headings = 'h1, h2, h3, [role="heading"]';

const rows = 'tr, [role="row"], [role="option"]';

/** Webmail marks people with their name and address. The sender of an open message is in its heading. */
export function fromWebmail(page: Document): FoundPerson[] {
  // A list of messages has many senders, and none of them is open.
  const marked = allElements(page, '[email][name]', 200).filter(
    (element) => !closestElement(element, rows),
  );
  const senders = marked.filter((element) => closestElement(element, headings));
  const people = (senders.length > 0 ? senders : marked).map((element) =>
    personOf(attributeOf(element, 'email'), readName(attributeOf(element, 'name'))),
  );
  // Others write the sender as a heading of its own: Cem Kaya<cem@kaya.example>.
  const written = allElements(page, headings, 200).map((element) => {
    const text = textOf(page, element, 500);
    return personOf(text.includes('<') ? text : null, nameInAddress(text));
  });
  return [...people, ...written].filter((person) => person.email);
}

function personOf(address: string | null, fullName: string | null): FoundPerson {
  const person: FoundPerson = {};
  setField(person, 'email', readEmail(address), 'site');
  setField(person, 'fullName', fullName, 'site');
  return person;
}
