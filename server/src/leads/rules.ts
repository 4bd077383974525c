import type { Lead, LeadResult } from '@outcrop/contract';
import { linkedinUrl, type PersonKeys, readName } from '@outcrop/contract/identity';
import type { Person } from '../people/person.ts';

export interface Known extends Person {
  onList: boolean;
}

interface Question<K extends Known> {
  leads: { index: number; lead: Lead; keys: PersonKeys }[];
  known: K[];
  /** How many new people the month's quota still takes. */
  importsLeft: number;
  wantsList: boolean;
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
      if (left === 0) return { index, status: 'quota_blocked' };
      left--;
      const person = merge(blank(newId()), lead, keys).person;
      crowd.add({ now: person, before: null, met: true });
      return { index, status: 'inserted', prospectId: person.id };
    }
    const isMetAgain = match.met;
    const repeated = isMetAgain && !laterWins;
    const { person, ignored } = merge(match.now, lead, keys, repeated);
    const changed = isDifferent(match.now, person);
    if (changed) crowd.replace(match, person);
    match.met = true;
    const joins = wantsList && !isMetAgain && match.before !== null && !match.before.onList;
    const told = {
      index,
      prospectId: person.id,
      ...(matchedBy && { matchedBy }),
      ...(ignored.length > 0 && { ignored }),
    };
    if (repeated) return { ...told, status: 'skipped', reason: 'repeated' };
    return changed || joins
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

/**
 * The person with what the lead says. Identifiers only ever fill a blank; one that was not taken is
 * `ignored`. Other fields overwrite, unless the lead is a repeat, which only fills blanks too.
 */
function merge(person: Person, lead: Lead, keys: PersonKeys, onlyBlanks = false) {
  const ignored: ('email' | 'linkedinUrl')[] = [];
  const taken = (field: 'email' | 'linkedinUrl', stored: string | null, sent: string | null) => {
    if (sent !== null && stored !== null && stored !== sent) ignored.push(field);
    return stored === null && sent !== null;
  };
  const pick = (field: 'title' | 'companyName' | 'website' | 'phone' | 'locationName') =>
    onlyBlanks ? (person[field] ?? lead[field] ?? null) : (lead[field] ?? person[field]);
  const email = taken('email', person.emailKey, keys.email);
  const linkedin = taken('linkedinUrl', person.linkedinKey, keys.linkedin);
  const merged: Person = {
    ...person,
    ...mergeNames(person, lead, keys, onlyBlanks),
    title: pick('title'),
    companyName: pick('companyName'),
    website: pick('website'),
    phone: pick('phone'),
    locationName: pick('locationName'),
    ...(email && { email: lead.email!, emailKey: keys.email }),
    ...(linkedin && { linkedinUrl: linkedinUrl(lead.linkedinUrl!), linkedinKey: keys.linkedin }),
  };
  const hasKey = merged.emailKey !== null || merged.linkedinKey !== null;
  return { person: { ...merged, nameKey: hasKey ? null : (person.nameKey ?? keys.name) }, ignored };
}

/**
 * The three names are one thing: a full name alone clears the parts, and parts alone clear it.
 * Whoever is recognised by name is called what the lead says and nothing besides: a stored last
 * name beside the same first name would make them someone else.
 */
function mergeNames(person: Person, lead: Lead, keys: PersonKeys, onlyBlanks: boolean) {
  const { fullName, firstName, lastName } = person;
  const stored = { fullName, firstName, lastName };
  const sendsFull = lead.fullName !== undefined;
  const sendsParts = lead.firstName !== undefined || lead.lastName !== undefined;
  const isNamed = fullName !== null || firstName !== null || lastName !== null;
  if ((!sendsFull && !sendsParts) || (onlyBlanks && isNamed)) return stored;
  const keepsParts = sendsParts && (keys.name === null || keys.name !== person.nameKey);
  const sent = {
    fullName: lead.fullName ?? null,
    firstName: lead.firstName ?? (keepsParts ? firstName : null),
    lastName: lead.lastName ?? (keepsParts ? lastName : null),
  };
  const [was, becomes] = [readName(stored), readName(sent)];
  const reads = ['fullName', 'firstName', 'lastName'] as const;
  return reads.every((name) => was[name] === becomes[name]) ? stored : sent;
}

const blank = (id: string): Person => ({
  id,
  fullName: null,
  firstName: null,
  lastName: null,
  title: null,
  companyName: null,
  linkedinUrl: null,
  website: null,
  email: null,
  phone: null,
  locationName: null,
  linkedinKey: null,
  emailKey: null,
  nameKey: null,
});

const fields = Object.keys(blank('')) as (keyof Person)[];
const isDifferent = (a: Person, b: Person): boolean =>
  fields.some((field) => a[field] !== b[field]);
