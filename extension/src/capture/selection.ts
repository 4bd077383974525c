import { titleAfter } from './contact-cards.ts';
import { looksLikeName } from './names.ts';
import { type FoundPerson, setField } from './person.ts';
import { readEmail, readLink, readName, readPhone } from './values.ts';

const maxLength = 5_000;
const maxWords = 500;

/** The person in the text that the user selected, such as an email signature. */
export function fromSelection(selected: string): FoundPerson[] {
  const lines = selected
    .slice(0, maxLength)
    .split(/\n|\t/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .slice(0, 30);
  const person: FoundPerson = {};
  const fullName = lines.flatMap((line) => line.split(/\s*[,|<(]\s*/, 1)).find(looksLikeName);
  setField(person, 'fullName', readName(fullName ?? null), 'selection');
  if (fullName) setField(person, 'title', titleAfter(lines, fullName), 'selection');
  const words = lines.flatMap((line) => line.split(' ')).slice(0, maxWords);
  for (const word of words) {
    const bare = word.replace(/^[<(["']+|[>)\]"',.;:]+$/g, '');
    setField(person, 'email', readEmail(bare), 'selection');
    const url = readLink(
      /^(?:www\.|(?:\w+\.)?linkedin\.com\/)/i.test(bare) ? `https://${bare}` : bare,
    );
    setField(person, 'linkedinUrl', url?.linkedinUrl, 'selection');
    setField(person, 'website', url?.website, 'selection');
  }
  for (const line of lines) {
    const [number] = /\+?[\d(][\d\s()./-]{5,25}\d/.exec(line.slice(0, 200)) ?? [];
    setField(person, 'phone', readPhone(number ?? null), 'selection');
  }
  return person.fullName || person.email || person.linkedinUrl ? [person] : [];
}
