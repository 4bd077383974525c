import { all, attribute, closest } from './dom.ts';
import { type FoundPerson, put } from './person.ts';
import { email, name } from './values.ts';

/** Webmail marks people with their name and address. The sender of an open message is in its heading. */
export function fromWebmail(page: Document): FoundPerson[] {
  const marked = all(page, '[email][name]', 200);
  const senders = marked.filter((element) => closest(element, 'h1, h2, h3, [role="heading"]'));
  return (senders.length > 0 ? senders : marked).flatMap((element) => {
    const address = email(attribute(element, 'email'));
    if (!address) return [];
    const person: FoundPerson = {};
    put(person, 'email', address, 'site');
    put(person, 'fullName', name(attribute(element, 'name')), 'site');
    return [person];
  });
}
