import { foldText } from './fold.ts';

export interface NameParts {
  fullName?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

export interface NamedPerson extends NameParts {
  companyName?: string | null | undefined;
}

export interface ReadName {
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Derives missing names from the stored ones. */
export const readName = (stored: NameParts): ReadName => {
  const firstName = trimmedOrNull(stored.firstName);
  const lastName = trimmedOrNull(stored.lastName);
  const fullName = trimmedOrNull(stored.fullName);
  if (fullName === null) {
    return {
      fullName: trimmedOrNull([firstName, lastName].filter(Boolean).join(' ')),
      firstName,
      lastName,
    };
  }
  // A single name has no other part.
  if (fullName === firstName || fullName === lastName) return { fullName, firstName, lastName };

  const [first, last] = splitName(fullName);
  return { fullName, firstName: firstName ?? first, lastName: lastName ?? last };
};

/** First and last name of `Anna Berg`, or of `Berg, Anna`. */
const splitName = (fullName: string): [first: string, last: string | null] => {
  const [last, first, ...more] = fullName.split(',', 3).map((part) => part.trim());
  if (last && first && more.length === 0 && !isTitle(first)) return [first, last];
  const gap = fullName.search(/\s/);
  return gap < 0 ? [fullName, null] : [fullName.slice(0, gap), fullName.slice(gap).trim()];
};

/** What follows the comma in `Anna Berg, PhD`. A title in capitals needs no list. */
const isTitle = (text: string): boolean =>
  /^(?:[js]r|esq|ph\.? ?d|dr|prof|[bm]\.?(?:sc|a|eng)|dipl|inc|llc|ltd|gmbh)\b/i.test(text) ||
  !/\p{Ll}|\p{Lo}/u.test(text);

/** Equal for two spellings of a name at one company. A name alone is not unique enough. */
export const nameKey = (person: NamedPerson): string | null => {
  const name = foldText(readName(person).fullName ?? '');
  const company = foldText(person.companyName ?? '');
  if (!name || !company || hiddenName.test(name)) return null;
  // Folded text has no line break, so the two parts cannot be confused.
  return `${name}\n${company}`;
};

// "LinkedIn Member" in any language: what LinkedIn shows for a hidden name.
const hiddenName = /linkedin|领英/;

const trimmedOrNull = (text: string | null | undefined): string | null => text?.trim() || null;
