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

  const gap = fullName.search(/\s/);
  const [first, last] =
    gap < 0 ? [fullName, null] : [fullName.slice(0, gap), fullName.slice(gap).trim()];
  return { fullName, firstName: firstName ?? first, lastName: lastName ?? last };
};

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
