import { storedKeys } from '../people/keys.ts';
import type { FoundPerson } from '../people/sql.ts';

export interface Rekeyed {
  before: FoundPerson;
  linkedinKey: string | null;
  nameKey: string | null;
  doNotContact: boolean;
}

export interface Duplicate {
  prospectId: string;
  olderId: string;
  linkedinKey: string;
}

interface Question {
  /** In the order of their ids, the oldest first, with everyone who has one of their new keys. */
  people: FoundPerson[];
  /** The name keys that others have. */
  namesTaken: Set<string>;
  isRemembered: (keys: { emailKey: null; linkedinKey: string }) => boolean;
}

/**
 * The keys that these people have now. Of several with one profile the oldest has its key; if one of
 * them is not to be contacted, none is, since they are one person.
 */
export function rekey({ people, namesTaken, isRemembered }: Question): {
  changed: Rekeyed[];
  duplicates: Duplicate[];
} {
  const holders = new Map<string, string>();
  const names = new Set(namesTaken);
  const keyed = people.map((before) => ({ before, ...storedKeys(before) }));
  const marked = new Set(
    keyed.flatMap(({ before, linkedin }) =>
      linkedin !== null &&
      (before.doNotContact || isRemembered({ emailKey: null, linkedinKey: linkedin }))
        ? [linkedin]
        : [],
    ),
  );
  const duplicates: Duplicate[] = [];
  const after = keyed.map(({ before, linkedin, name }): Rekeyed => {
    const olderId = linkedin === null ? undefined : holders.get(linkedin);
    if (linkedin !== null && olderId === undefined) holders.set(linkedin, before.id);
    if (linkedin !== null && olderId !== undefined)
      duplicates.push({ prospectId: before.id, olderId, linkedinKey: linkedin });
    const takesName = name !== null && (name === before.nameKey || !names.has(name));
    if (takesName) names.add(name);
    return {
      before,
      linkedinKey: olderId === undefined ? linkedin : null,
      nameKey: takesName ? name : null,
      doNotContact: before.doNotContact || (linkedin !== null && marked.has(linkedin)),
    };
  });
  return { changed: after.filter(isChanged), duplicates };
}

const isChanged = ({ before, ...after }: Rekeyed): boolean =>
  before.linkedinKey !== after.linkedinKey ||
  before.nameKey !== after.nameKey ||
  before.doNotContact !== after.doNotContact;
