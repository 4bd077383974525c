import type { EventKind, Lead } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import type { LeadBatch } from './lead-batches.ts';

/** A person in the model, with a number instead of an id. */
interface ModelPerson {
  number: number;
  fields: Lead;
  source: LeadBatch['sourceType'];
  lists: Set<string>;
}

export interface ModelResult {
  status: string;
  person?: number;
  conflict?: number[];
  ignored?: string[];
}

interface State {
  people: ModelPerson[];
  lists: Map<string, string>;
  imports: number;
  events: Partial<Record<EventKind, number>>;
}

const emailOf = ({ email }: Lead) => email?.toLowerCase();
const pageOf = ({ linkedinUrl }: Lead) =>
  /linkedin\.com\/in\/([a-z]+)/i.exec(linkedinUrl ?? '')?.[1]?.toLowerCase();
const nameOf = (lead: Lead) =>
  lead.companyName && readName(lead).fullName
    ? `${readName(lead).fullName} at ${lead.companyName}`.toLowerCase().replace(/\s+/g, ' ')
    : undefined;

export const asReturned = (lead: Lead) => ({
  ...readName(lead),
  title: lead.title ?? null,
  companyName: lead.companyName ?? null,
  phone: lead.phone ?? null,
  email: emailOf(lead) ?? null,
  linkedinUrl: pageOf(lead)
    ? `https://www.linkedin.com/in/${pageOf(lead)}`
    : (lead.linkedinUrl ?? null),
});

const isSameAsReturned = (a: Lead, b: Lead) =>
  JSON.stringify(asReturned(a)) === JSON.stringify(asReturned(b));

/** The simplest implementation of POST /leads: one lead at a time, comparing it with every person. */
export class LeadModel {
  readonly allowance: number;
  state: State = { people: [], lists: new Map(), imports: 0, events: {} };

  constructor(allowance: number) {
    this.allowance = allowance;
  }

  post(batch: LeadBatch): ModelResult[] {
    const before = structuredClone(this.state);
    const results = this.#processAll(batch);
    if (batch.dryRun) this.state = before;
    return results;
  }

  #processAll({ leads, list, sourceType }: LeadBatch): ModelResult[] {
    const start = structuredClone(this.state);
    const wasThere = (person: ModelPerson) => start.people[person.number];
    const listKey = list?.name.toLowerCase();
    if (list && !this.state.lists.has(listKey!)) this.state.lists.set(listKey!, list.name);
    const seen = new Set<number>();
    const results = leads.map((lead) => this.#process(lead, sourceType, seen, listKey));
    const isUnused = !this.state.people.some(({ lists }) => lists.has(listKey!));
    if (list && !start.lists.has(listKey!) && isUnused) this.state.lists.delete(listKey!);

    for (const person of this.state.people) {
      const old = wasThere(person);
      if (!old) this.#countEvent('prospect.created');
      else if (!isSameAsReturned(old.fields, person.fields)) this.#countEvent('prospect.updated');
      if (person.lists.size > (old?.lists.size ?? 0)) this.#countEvent('list.member_added');
    }
    const left = (imports: number) => this.allowance - imports;
    const isLow = (imports: number) => left(imports) * 10 <= this.allowance;
    if (isLow(this.state.imports) && !isLow(start.imports)) this.#countEvent('quota.low');
    return results;
  }

  #process(
    lead: Lead,
    source: LeadBatch['sourceType'],
    seen: Set<number>,
    list: string | undefined,
  ): ModelResult {
    const { people } = this.state;
    const byPage = pageOf(lead) && people.find(({ fields }) => pageOf(fields) === pageOf(lead));
    const byEmail = emailOf(lead) && people.find(({ fields }) => emailOf(fields) === emailOf(lead));
    if (byPage && byEmail && byPage !== byEmail)
      return { status: 'failed', conflict: [byPage.number, byEmail.number] };
    const hasAddress = (lead: Lead) => emailOf(lead) || pageOf(lead);
    const byName =
      !hasAddress(lead) && nameOf(lead)
        ? people.find(({ fields }) => !hasAddress(fields) && nameOf(fields) === nameOf(lead))
        : undefined;
    const person = byPage || byEmail || byName;

    if (!person) {
      if (this.state.imports >= this.allowance) return { status: 'quota_blocked' };
      this.state.imports++;
      const number = people.length;
      people.push({ number, fields: lead, source, lists: new Set(list ? [list] : []) });
      seen.add(number);
      return { status: 'inserted', person: number };
    }

    const isRepeat = seen.has(person.number);
    seen.add(person.number);
    const ignored = [
      ...(lead.email && person.fields.email && emailOf(lead) !== emailOf(person.fields)
        ? ['email']
        : []),
      ...(lead.linkedinUrl && !isSamePage(lead, person.fields) && !replacesPage(person.fields, lead)
        ? ['linkedinUrl']
        : []),
    ];
    const merged = isRepeat
      ? {
          ...lead,
          ...person.fields,
          ...addresses(person.fields, lead),
          ...firstNamed(person.fields, lead),
        }
      : {
          ...person.fields,
          ...lead,
          ...addresses(person.fields, lead),
          ...renamed(person.fields, lead, byName),
        };
    const changes = !isSameAsReturned(person.fields, merged);
    if (changes) person.fields = merged;
    const joins = list !== undefined && !person.lists.has(list);
    if (list !== undefined) person.lists.add(list);
    const status = !isRepeat && (changes || joins) ? 'updated' : 'skipped';
    return { status, person: person.number, ...(ignored.length > 0 && { ignored }) };
  }

  #countEvent(kind: EventKind): void {
    this.state.events[kind] = (this.state.events[kind] ?? 0) + 1;
  }
}

const namesIn = ({ fullName, firstName, lastName }: Lead) => ({ fullName, firstName, lastName });
const hasName = (lead: Lead) => Boolean(lead.fullName ?? lead.firstName ?? lead.lastName);

const isSamePage = (a: Lead, b: Lead) =>
  pageOf(a) ? pageOf(a) === pageOf(b) : a.linkedinUrl === b.linkedinUrl;

/** A URL fills a blank, and a profile URL also replaces a URL that is not a profile. */
const replacesPage = (stored: Lead, lead: Lead) =>
  !stored.linkedinUrl || Boolean(pageOf(lead) && !pageOf(stored));

/** Addresses that a person already has are not replaced. */
const addresses = (stored: Lead, lead: Lead): Lead => ({
  ...(stored.email && { email: stored.email }),
  ...(lead.linkedinUrl && replacesPage(stored, lead)
    ? { linkedinUrl: lead.linkedinUrl }
    : stored.linkedinUrl && { linkedinUrl: stored.linkedinUrl }),
});

/** A repeated lead only sets a name if the person has none. */
const firstNamed = (stored: Lead, lead: Lead): Lead => namesIn(hasName(stored) ? stored : lead);

/**
 * A full name replaces both parts. A single part keeps the other one, and together they form the
 * full name. A name that is returned the same way is not changed.
 */
function renamed(stored: Lead, lead: Lead, byName: unknown): Lead {
  if (!hasName(lead)) return namesIn(stored);
  const was = readName(stored);
  const sent =
    lead.fullName || byName
      ? namesIn(lead)
      : {
          fullName: undefined,
          firstName: lead.firstName ?? was.firstName ?? undefined,
          lastName: lead.lastName ?? was.lastName ?? undefined,
        };
  return isSameAsReturned(namesIn(stored), sent) ? namesIn(stored) : sent;
}
