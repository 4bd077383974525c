import type { Lead, LeadField, LeadResult, OnMatch } from '@outcrop/contract';
import type { PersonKeys } from '@outcrop/contract/identity';
import { blankPerson, type Person, whatChanged } from '../people/person.ts';
import { withLead } from './with-lead.ts';

export interface Known extends Person {
  onList: boolean;
}

interface Question<K extends Known> {
  leads: { index: number; lead: Lead; keys: PersonKeys }[];
  known: K[];
  /** How many new people the month's quota still takes. */
  importsLeft: number;
  wantsList: boolean;
  /** Whether a lead replaces what is known about its person, or only fills blanks. */
  onMatch?: OnMatch | undefined;
  /** Whoever is met again is overwritten, as in a request of its own, and not only completed. */
  laterWins?: boolean | undefined;
  newId: () => string;
}

export interface Decision<K extends Known> {
  results: LeadResult[];
  created: Person[];
  changed: { before: K; after: Person }[];
  /** People who were not on the list and join it. */
  joining: string[];
}

/** A person during the request: how they were, how they are now, and whether a lead has met them. */
interface Standing<K extends Known> {
  now: Person;
  before: K | null;
  met: boolean;
}

/** What each lead of a request does, as if they came one after another. */
export function decide<K extends Known>({
  leads,
  known,
  importsLeft,
  wantsList,
  onMatch = 'overwrite',
  laterWins = false,
  newId,
}: Question<K>): Decision<K> {
  const crowd = new Crowd<K>(known);
  let left = importsLeft;
  const results = leads.map(({ index, lead, keys }): LeadResult => {
    const { match, matchedBy, conflict } = crowd.find(keys);
    if (conflict)
      return {
        index,
        status: 'failed',
        reason: 'identity_conflict',
        conflictIds: conflict.map(({ now }) => now.id),
      };
    if (!match) {
      if (left === 0) return { index, status: 'quota_blocked', reason: 'quota_exceeded' };
      left--;
      const { person } = withLead(blankPerson(newId()), lead, keys, 'overwrite');
      crowd.add({ now: person, before: null, met: true });
      return { index, status: 'inserted', prospectId: person.id };
    }
    const isMetAgain = match.met;
    const repeated = isMetAgain && !laterWins;
    const { person, ignored } = withLead(match.now, lead, keys, repeated ? 'fill' : onMatch);
    const isChanged = isDifferent(match.now, person);
    const changed = Object.keys(whatChanged(match.now, person)) as LeadField[];
    if (isChanged) crowd.replace(match, person);
    match.met = true;
    const joins = wantsList && !isMetAgain && match.before !== null && !match.before.onList;
    const told = {
      index,
      prospectId: person.id,
      ...(matchedBy && { matchedBy }),
      ...(match.before && changed.length > 0 && { changed }),
      ...(ignored.length > 0 && { ignored }),
    };
    if (repeated) return { ...told, status: 'skipped', reason: 'repeated' };
    return isChanged || joins
      ? { ...told, status: 'updated' }
      : { ...told, status: 'skipped', reason: 'unchanged' };
  });
  return {
    results,
    created: crowd.everyone.filter(({ before }) => !before).map(({ now }) => now),
    changed: crowd.everyone.flatMap(({ before, now }) =>
      before && isDifferent(before, now) ? [{ before, after: now }] : [],
    ),
    joining: wantsList
      ? crowd.everyone.filter(({ before, met }) => met && !before?.onList).map(({ now }) => now.id)
      : [],
  };
}

/** Everyone the request has to do with, found by their keys. */
class Crowd<K extends Known> {
  readonly everyone: Standing<K>[] = [];
  readonly #linkedin = new Map<string, Standing<K>>();
  readonly #email = new Map<string, Standing<K>>();
  readonly #name = new Map<string, Standing<K>>();

  constructor(known: K[]) {
    for (const person of known) this.add({ now: person, before: person, met: false });
  }

  add(standing: Standing<K>): void {
    this.everyone.push(standing);
    this.#index(standing);
  }

  replace(standing: Standing<K>, person: Person): void {
    standing.now = person;
    this.#index(standing);
  }

  find({ linkedin, email, name }: PersonKeys) {
    const byLinkedin = linkedin === null ? undefined : this.#linkedin.get(linkedin);
    const byEmail = email === null ? undefined : this.#email.get(email);
    if (byLinkedin && byEmail && byLinkedin !== byEmail) return { conflict: [byLinkedin, byEmail] };
    if (byLinkedin) return { match: byLinkedin, matchedBy: 'linkedin' as const };
    if (byEmail) return { match: byEmail, matchedBy: 'email' as const };
    const byName = name === null ? undefined : this.#name.get(name);
    return byName ? { match: byName, matchedBy: 'name' as const } : {};
  }

  #index(standing: Standing<K>): void {
    const { linkedinKey, emailKey, nameKey } = standing.now;
    if (linkedinKey !== null) this.#linkedin.set(linkedinKey, standing);
    if (emailKey !== null) this.#email.set(emailKey, standing);
    if (nameKey !== null) this.#name.set(nameKey, standing);
  }
}

const fields = Object.keys(blankPerson('')) as (keyof Person)[];
const isDifferent = (a: Person, b: Person): boolean =>
  fields.some((field) => a[field] !== b[field]);
