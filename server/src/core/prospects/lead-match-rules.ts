import type { Lead, LeadField, LeadResult, OnMatch } from '@outcrop/contract';
import { type IdentityKeys, linkedinKey } from '@outcrop/contract/identity';
import type { ProspectFields } from '../search/field-rules.ts';
import {
  applyNameEdit,
  blankProspect,
  hasName,
  isSameName,
  type ProspectNames,
  previousValues,
} from './edit-prospect-rules.ts';

export interface ExistingProspect extends ProspectFields {
  onList: boolean;
}

interface LeadDecisionInput<K extends ExistingProspect> {
  leads: { index: number; lead: Lead; keys: IdentityKeys }[];
  existing: K[];
  /** New prospects left in the monthly quota. */
  importsLeft: number;
  hasList: boolean;
  /** Whether a lead overwrites a matching prospect or only fills its blanks. */
  onMatch?: OnMatch | undefined;
  /** Whether a repeated lead overwrites, as if it came in a separate request. */
  laterWins?: boolean | undefined;
  newId: () => string;
}

export interface LeadDecisions<K extends ExistingProspect> {
  results: LeadResult[];
  created: ProspectFields[];
  changed: { before: K; after: ProspectFields }[];
  /** Prospects to add to the list. */
  newMemberIds: string[];
}

/** A prospect while the request is processed. */
interface TrackedProspect<K extends ExistingProspect> {
  current: ProspectFields;
  before: K | null;
  seen: boolean;
}

/** Decides whether each lead creates, changes or skips a prospect, as if the leads were sent in turn. */
export function decideLeads<K extends ExistingProspect>({
  leads,
  existing,
  importsLeft,
  hasList,
  onMatch = 'overwrite',
  laterWins = false,
  newId,
}: LeadDecisionInput<K>): LeadDecisions<K> {
  const matches = new MatchIndex<K>(existing);
  let remaining = importsLeft;
  const results = leads.map(({ index, lead, keys }): LeadResult => {
    const { match, matchedBy, conflict } = matches.find(keys);
    if (conflict)
      return {
        index,
        status: 'failed',
        reason: 'identity_conflict',
        conflictIds: conflict.map(({ current }) => current.id),
      };
    if (!match) {
      if (remaining === 0) return { index, status: 'quota_blocked', reason: 'quota_exceeded' };
      remaining--;
      const { prospect } = applyLead(blankProspect(newId()), lead, keys, 'overwrite');
      matches.add({ current: prospect, before: null, seen: true });
      return { index, status: 'inserted', prospectId: prospect.id };
    }
    const isSeenAgain = match.seen;
    const isRepeated = isSeenAgain && !laterWins;
    const { prospect, ignored } = applyLead(
      match.current,
      lead,
      keys,
      isRepeated ? 'fill' : onMatch,
    );
    const isChanged = isDifferent(match.current, prospect);
    const changed = Object.keys(previousValues(match.current, prospect)) as LeadField[];
    if (isChanged) matches.replace(match, prospect);
    match.seen = true;
    const joinsList = hasList && !isSeenAgain && match.before !== null && !match.before.onList;
    const result = {
      index,
      prospectId: prospect.id,
      ...(matchedBy && { matchedBy }),
      ...(match.before && changed.length > 0 && { changed }),
      ...(ignored.length > 0 && { ignored }),
    };
    if (isRepeated) return { ...result, status: 'skipped', reason: 'repeated' };
    return isChanged || joinsList
      ? { ...result, status: 'updated' }
      : { ...result, status: 'skipped', reason: 'unchanged' };
  });
  return {
    results,
    created: matches.all.filter(({ before }) => !before).map(({ current }) => current),
    changed: matches.all.flatMap(({ before, current }) =>
      before && isDifferent(before, current) ? [{ before, after: current }] : [],
    ),
    newMemberIds: hasList
      ? matches.all
          .filter(({ before, seen }) => seen && !before?.onList)
          .map(({ current }) => current.id)
      : [],
  };
}

/** All prospects involved in the request, by their keys. */
class MatchIndex<K extends ExistingProspect> {
  readonly all: TrackedProspect<K>[] = [];
  readonly #linkedin = new Map<string, TrackedProspect<K>>();
  readonly #email = new Map<string, TrackedProspect<K>>();
  readonly #name = new Map<string, TrackedProspect<K>>();

  constructor(existing: K[]) {
    for (const prospect of existing) this.add({ current: prospect, before: prospect, seen: false });
  }

  add(tracked: TrackedProspect<K>): void {
    this.all.push(tracked);
    this.#register(tracked);
  }

  replace(tracked: TrackedProspect<K>, prospect: ProspectFields): void {
    tracked.current = prospect;
    this.#register(tracked);
  }

  find({ linkedin, email, name }: IdentityKeys) {
    const byLinkedin = linkedin === null ? undefined : this.#linkedin.get(linkedin);
    const byEmail = email === null ? undefined : this.#email.get(email);
    if (byLinkedin && byEmail && byLinkedin !== byEmail) return { conflict: [byLinkedin, byEmail] };
    if (byLinkedin) return { match: byLinkedin, matchedBy: 'linkedin' as const };
    if (byEmail) return { match: byEmail, matchedBy: 'email' as const };
    const byName = name === null ? undefined : this.#name.get(name);
    return byName ? { match: byName, matchedBy: 'name' as const } : {};
  }

  #register(tracked: TrackedProspect<K>): void {
    const { linkedinKey, emailKey, nameKey } = tracked.current;
    if (linkedinKey !== null) this.#linkedin.set(linkedinKey, tracked);
    if (emailKey !== null) this.#email.set(emailKey, tracked);
    if (nameKey !== null) this.#name.set(nameKey, tracked);
  }
}

const fields = Object.keys(blankProspect('')) as (keyof ProspectFields)[];
const isDifferent = (a: ProspectFields, b: ProspectFields): boolean =>
  fields.some((field) => a[field] !== b[field]);

type Identifier = 'email' | 'linkedinUrl';

/**
 * Applies a normalized lead to a prospect. Identifiers only fill blanks; others are reported as
 * `ignored`. Other fields overwrite or fill blanks, depending on `onMatch`.
 */
function applyLead(
  prospect: ProspectFields,
  lead: Lead,
  keys: IdentityKeys,
  onMatch: OnMatch,
): { prospect: ProspectFields; ignored: Identifier[] } {
  const pick = (field: 'title' | 'companyName' | 'website' | 'phone' | 'locationName') =>
    onMatch === 'fill'
      ? (prospect[field] ?? lead[field] ?? null)
      : (lead[field] ?? prospect[field]);
  const email = emailDecision(prospect, keys);
  const page = pageDecision(prospect, lead, keys);
  const updated: ProspectFields = {
    ...prospect,
    ...namesOf(prospect, lead, keys, onMatch),
    title: pick('title'),
    companyName: pick('companyName'),
    website: pick('website'),
    phone: pick('phone'),
    locationName: pick('locationName'),
    ...(email === 'yes' && { email: lead.email!, emailKey: keys.email }),
    ...(page === 'yes' && { linkedinUrl: lead.linkedinUrl!, linkedinKey: keys.linkedin }),
  };
  const hasKey = updated.emailKey !== null || updated.linkedinKey !== null;
  return {
    prospect: { ...updated, nameKey: hasKey ? null : (prospect.nameKey ?? keys.name) },
    ignored: [
      ...(email === 'no' ? ['email' as const] : []),
      ...(page === 'no' ? ['linkedinUrl' as const] : []),
    ],
  };
}

/** Whether the sent value is stored; `same` when there is nothing to change. */
type FieldDecision = 'yes' | 'no' | 'same';

const emailDecision = ({ emailKey }: ProspectFields, { email }: IdentityKeys): FieldDecision =>
  email === null || email === emailKey ? 'same' : emailKey === null ? 'yes' : 'no';

/** A profile URL replaces a URL that is not a profile; a non-profile URL only fills a blank. */
function pageDecision(
  prospect: ProspectFields,
  lead: Lead,
  { linkedin }: IdentityKeys,
): FieldDecision {
  if (lead.linkedinUrl === undefined) return 'same';
  if (
    linkedin === null
      ? lead.linkedinUrl === prospect.linkedinUrl
      : linkedin === prospect.linkedinKey
  )
    return 'same';
  const isBlank =
    prospect.linkedinUrl === null ||
    (linkedin !== null &&
      prospect.linkedinKey === null &&
      linkedinKey(prospect.linkedinUrl) === null);
  return isBlank ? 'yes' : 'no';
}

/**
 * The three names are one field. A prospect matched by name takes exactly the lead's names: keeping
 * a stored last name next to the same first name would change its identity.
 */
function namesOf(
  prospect: ProspectFields,
  lead: Lead,
  keys: IdentityKeys,
  onMatch: OnMatch,
): ProspectNames {
  const { fullName, firstName, lastName } = prospect;
  const stored = { fullName, firstName, lastName };
  const sent = {
    fullName: lead.fullName ?? null,
    firstName: lead.firstName ?? null,
    lastName: lead.lastName ?? null,
  };
  if (!hasName(sent) || (onMatch === 'fill' && hasName(stored))) return stored;
  const isMatchedByName = keys.name !== null && keys.name === prospect.nameKey;
  if (isMatchedByName) return isSameName(stored, sent) ? stored : sent;
  return applyNameEdit(stored, lead);
}
