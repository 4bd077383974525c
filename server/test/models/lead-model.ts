import type { EventKind, Lead } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import type { Batch } from './lead-batches.ts';

/** Someone as the model knows them: what was last said about them, under a number instead of an id. */
interface ModelPerson {
  number: number;
  said: Lead;
  source: Batch['sourceType'];
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

export const asRead = (said: Lead) => ({
  ...readName(said),
  title: said.title ?? null,
  companyName: said.companyName ?? null,
  phone: said.phone ?? null,
  email: emailOf(said) ?? null,
  linkedinUrl: pageOf(said)
    ? `https://www.linkedin.com/in/${pageOf(said)}`
    : (said.linkedinUrl ?? null),
});

const readsAlike = (a: Lead, b: Lead) => JSON.stringify(asRead(a)) === JSON.stringify(asRead(b));

/** POST /leads in the plainest way: one lead after the other, everyone looked at each time. */
export class LeadModel {
  readonly allowance: number;
  state: State = { people: [], lists: new Map(), imports: 0, events: {} };

  constructor(allowance: number) {
    this.allowance = allowance;
  }

  post(batch: Batch): ModelResult[] {
    const before = structuredClone(this.state);
    const results = this.#takeAll(batch);
    if (batch.dryRun) this.state = before;
    return results;
  }

  #takeAll({ leads, list, sourceType }: Batch): ModelResult[] {
    const start = structuredClone(this.state);
    const wasThere = (person: ModelPerson) => start.people[person.number];
    const listKey = list?.name.toLowerCase();
    if (list && !this.state.lists.has(listKey!)) this.state.lists.set(listKey!, list.name);
    const met = new Set<number>();
    const results = leads.map((lead) => this.#take(lead, sourceType, met, listKey));

    for (const person of this.state.people) {
      const old = wasThere(person);
      if (!old) this.#happened('prospect.created');
      else if (!readsAlike(old.said, person.said)) this.#happened('prospect.updated');
      if (person.lists.size > (old?.lists.size ?? 0)) this.#happened('list.member_added');
    }
    const left = (imports: number) => this.allowance - imports;
    const isLow = (imports: number) => left(imports) * 10 <= this.allowance;
    if (isLow(this.state.imports) && !isLow(start.imports)) this.#happened('quota.low');
    return results;
  }

  #take(
    lead: Lead,
    source: Batch['sourceType'],
    met: Set<number>,
    list: string | undefined,
  ): ModelResult {
    const { people } = this.state;
    const byPage = pageOf(lead) && people.find(({ said }) => pageOf(said) === pageOf(lead));
    const byEmail = emailOf(lead) && people.find(({ said }) => emailOf(said) === emailOf(lead));
    if (byPage && byEmail && byPage !== byEmail)
      return { status: 'failed', conflict: [byPage.number, byEmail.number] };
    const hasAddress = (lead: Lead) => emailOf(lead) || pageOf(lead);
    const byName =
      !hasAddress(lead) && nameOf(lead)
        ? people.find(({ said }) => !hasAddress(said) && nameOf(said) === nameOf(lead))
        : undefined;
    const person = byPage || byEmail || byName;

    if (!person) {
      if (this.state.imports >= this.allowance) return { status: 'quota_blocked' };
      this.state.imports++;
      const number = people.length;
      people.push({ number, said: lead, source, lists: new Set(list ? [list] : []) });
      met.add(number);
      return { status: 'inserted', person: number };
    }

    const isRepeat = met.has(person.number);
    met.add(person.number);
    const ignored = [
      ...(lead.email && person.said.email && emailOf(lead) !== emailOf(person.said)
        ? ['email']
        : []),
      ...(lead.linkedinUrl && !isSamePage(lead, person.said) && !takesPage(person.said, lead)
        ? ['linkedinUrl']
        : []),
    ];
    const said = isRepeat
      ? {
          ...lead,
          ...person.said,
          ...addresses(person.said, lead),
          ...firstNamed(person.said, lead),
        }
      : {
          ...person.said,
          ...lead,
          ...addresses(person.said, lead),
          ...renamed(person.said, lead, byName),
        };
    const changes = !readsAlike(person.said, said);
    if (changes) person.said = said;
    const joins = list !== undefined && !person.lists.has(list);
    if (list !== undefined) person.lists.add(list);
    const status = !isRepeat && (changes || joins) ? 'updated' : 'skipped';
    return { status, person: person.number, ...(ignored.length > 0 && { ignored }) };
  }

  #happened(kind: EventKind): void {
    this.state.events[kind] = (this.state.events[kind] ?? 0) + 1;
  }
}

const namesIn = ({ fullName, firstName, lastName }: Lead) => ({ fullName, firstName, lastName });
const hasName = (lead: Lead) => Boolean(lead.fullName ?? lead.firstName ?? lead.lastName);

const isSamePage = (a: Lead, b: Lead) =>
  pageOf(a) ? pageOf(a) === pageOf(b) : a.linkedinUrl === b.linkedinUrl;

/** A page fills a blank, and a profile also replaces a page that is none. */
const takesPage = (stored: Lead, lead: Lead) =>
  !stored.linkedinUrl || Boolean(pageOf(lead) && !pageOf(stored));

/** Addresses that a person already has are not replaced. */
const addresses = (stored: Lead, lead: Lead): Lead => ({
  ...(stored.email && { email: stored.email }),
  ...(lead.linkedinUrl && takesPage(stored, lead)
    ? { linkedinUrl: lead.linkedinUrl }
    : stored.linkedinUrl && { linkedinUrl: stored.linkedinUrl }),
});

/** A repeat names only who has no name at all. */
const firstNamed = (stored: Lead, lead: Lead): Lead => namesIn(hasName(stored) ? stored : lead);

/**
 * A full name replaces the parts; a part alone leaves the other as it is read, and they make the
 * full name. Names that read the same are left as they are.
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
  return readsAlike(namesIn(stored), sent) ? namesIn(stored) : sent;
}
