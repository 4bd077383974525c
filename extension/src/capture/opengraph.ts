import { allElements, attributeOf } from './dom.ts';
import { looksLikeName } from './names.ts';
import { type FoundPerson, setField } from './person.ts';
import { readName } from './values.ts';

/** The person of a page that calls itself a profile. */
export function fromOpenGraph(page: Document): FoundPerson[] {
  const values = new Map<string, string>();
  for (const meta of allElements(page, 'meta[property], meta[name]', 300)) {
    const property = attributeOf(meta, 'property') ?? attributeOf(meta, 'name') ?? '';
    const content = attributeOf(meta, 'content')?.slice(0, 1_000);
    if (content && !values.has(property)) values.set(property, content);
  }
  if (values.get('og:type') !== 'profile') return [];
  const person: FoundPerson = {};
  setField(person, 'firstName', readName(values.get('profile:first_name') ?? null), 'opengraph');
  setField(person, 'lastName', readName(values.get('profile:last_name') ?? null), 'opengraph');
  const title = titleParts(values.get('og:title') ?? '').find(looksLikeName);
  if (!person.firstName && title) setField(person, 'fullName', readName(title), 'opengraph');
  return person.firstName || person.fullName ? [person] : [];
}

/** The parts of a title between separators. */
export const titleParts = (title: string): string[] =>
  title
    .slice(0, 500)
    .split(/\s+[|–—·:•-]\s+|\s*[|(•·]\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
