import { all, attribute } from './dom.ts';
import { looksLikeName } from './names.ts';
import { type FoundPerson, put } from './person.ts';
import { name } from './values.ts';

/** The person of a page that calls itself a profile. */
export function fromOpenGraph(page: Document): FoundPerson[] {
  const values = new Map<string, string>();
  for (const meta of all(page, 'meta[property], meta[name]', 300)) {
    const property = attribute(meta, 'property') ?? attribute(meta, 'name') ?? '';
    const content = attribute(meta, 'content')?.slice(0, 1_000);
    if (content && !values.has(property)) values.set(property, content);
  }
  if (values.get('og:type') !== 'profile') return [];
  const person: FoundPerson = {};
  put(person, 'firstName', name(values.get('profile:first_name') ?? null), 'opengraph');
  put(person, 'lastName', name(values.get('profile:last_name') ?? null), 'opengraph');
  const title = titleParts(values.get('og:title') ?? '').find(looksLikeName);
  if (!person.firstName && title) put(person, 'fullName', name(title), 'opengraph');
  return person.firstName || person.fullName ? [person] : [];
}

/** The parts of a title between separators. */
export const titleParts = (title: string): string[] =>
  title
    .slice(0, 500)
    .split(/\s+[|–—·:•-]\s+|\s*[|(•·]\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
