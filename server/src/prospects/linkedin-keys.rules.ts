import type { FoundProspect } from '../core/prospects/prospects.sql.ts';
import { storedKeys } from '../core/search/key-rules.ts';

export interface Rekeyed {
  before: FoundProspect;
  linkedinKey: string | null;
  nameKey: string | null;
  doNotContact: boolean;
}

export interface Duplicate {
  prospectId: string;
  olderId: string;
  linkedinKey: string;
}

interface RekeyInput {
  /** In id order, oldest first, including all prospects that already have one of the new keys. */
  prospects: FoundProspect[];
  /** Name keys that other prospects have. */
  usedNameKeys: Set<string>;
  isSuppressed: (keys: { emailKey: null; linkedinKey: string }) => boolean;
}

/**
 * Recomputes keys. Of several prospects with one profile, the oldest gets the key; if one of them is
 * marked do-not-contact, all are, because they are the same person.
 */
export function rekey({ prospects, usedNameKeys, isSuppressed }: RekeyInput): {
  changed: Rekeyed[];
  duplicates: Duplicate[];
} {
  const holders = new Map<string, string>();
  const usedNames = new Set(usedNameKeys);
  const keyed = prospects.map((before) => ({ before, ...storedKeys(before) }));
  const suppressed = new Set(
    keyed.flatMap(({ before, linkedin }) =>
      linkedin !== null &&
      (before.doNotContact || isSuppressed({ emailKey: null, linkedinKey: linkedin }))
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
    const getsNameKey = name !== null && (name === before.nameKey || !usedNames.has(name));
    if (getsNameKey) usedNames.add(name);
    return {
      before,
      linkedinKey: olderId === undefined ? linkedin : null,
      nameKey: getsNameKey ? name : null,
      doNotContact: before.doNotContact || (linkedin !== null && suppressed.has(linkedin)),
    };
  });
  return { changed: after.filter(isChanged), duplicates };
}

const isChanged = ({ before, ...after }: Rekeyed): boolean =>
  before.linkedinKey !== after.linkedinKey ||
  before.nameKey !== after.nameKey ||
  before.doNotContact !== after.doNotContact;
