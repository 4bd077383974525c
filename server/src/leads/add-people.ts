import type { Lead, LeadResult, OnMatch, ResponseData } from '@outcrop/contract';
import { formerLinkedinKey } from '@outcrop/contract/identity';
import { changeCounts } from '../counts/change-counts.ts';
import { emit, type Happening } from '../events/emit.ts';
import { type FoundOrMade, findOrMake, nameKey, type Wanted } from '../names/find-or-make.ts';
import { cleaned } from '../people/clean.ts';
import { storedKeys } from '../people/keys.ts';
import { fallingIds, madeAt } from '../people/new-ids.ts';
import type { Person, SourceType } from '../people/person.ts';
import { isSearchedAnew, searchDocument } from '../people/search-text.ts';
import { insertPeople, lockByKeys, membersByKeys, updatePeople } from '../people/sql.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage, type Quota, runsLow, spendImports, startOfNextMonth } from '../usage/quota.ts';
import { decide } from './decide.ts';
import { happeningsOf } from './happenings.ts';
import { joinList } from './sql.ts';

/** People to be added, each with their place in the request. */
export interface Batch {
  leads: { index: number; lead: Lead }[];
  /** The list that all of them join; an id or a name, if there is one. */
  list: Wanted;
  sourceType: SourceType;
  /** Whether what is known about someone is overwritten, or only its blanks are filled. */
  onMatch?: OnMatch;
  /** Someone who comes twice is what the later one says; else it only fills blanks. */
  laterWins?: boolean;
}

export interface Added {
  results: LeadResult[];
  created: Person[];
  list: FoundOrMade | null;
  quota: ResponseData<'postLeads'>['quota'];
  /** Pages that are kept as `linkedinUrl` and identify nobody, by the place of their lead. */
  notProfiles: number[];
}

/** Adds people, or recognises them and takes over what is new about them. */
export async function addPeople(
  tx: Tx,
  suppression: Suppression,
  cause: Cause,
  { leads: sent, list: wanted, sourceType, onMatch, laterWins }: Batch,
): Promise<Added> {
  const leads = sent.map(asStored);
  const keys = leads.map((each) => each.keys);
  const lookUp = {
    linkedin: keys.flatMap(({ linkedin }) => linkedin ?? []),
    email: keys.flatMap(({ email }) => email ?? []),
    name: keys.flatMap(({ name }) => name ?? []),
  };
  const wantsList = wanted.id !== undefined || wanted.name !== undefined;

  // One flight. The lock comes first, and all behind it see what its last holder did.
  const [quota, list, found, members, isRemembered] = await Promise.all([
    lockUsage(tx),
    wantsList ? findOrMake(tx, 'list', wanted) : null,
    lockByKeys(tx, lookUp),
    wantsList
      ? membersByKeys(
          tx,
          lookUp,
          wanted.id === undefined ? { nameKey: nameKey(wanted.name!) } : { id: wanted.id },
        )
      : new Set<string>(),
    suppression.lookUp(
      tx,
      leads.map(({ keys: { email, linkedin }, formerLinkedinKey }) => ({
        emailKey: email,
        linkedinKey: linkedin,
        formerLinkedinKey,
      })),
    ),
  ]);

  const decision = decide({
    leads,
    known: found.map((person) => ({ ...person, onList: members.has(person.id) })),
    importsLeft: Math.max(0, quota.monthlyImports - quota.used),
    wantsList,
    onMatch,
    laterWins,
    newId: fallingIds(),
  });
  const created = decision.created.map((person) => ({
    person,
    doNotContact: isRemembered(person),
    document: searchDocument(person),
    // That of the id, so that sorting by either gives the same order.
    createdAt: madeAt(person.id),
  }));
  const changed = decision.changed.map(({ before, after }) => ({
    before,
    person: after,
    doNotContact: before.doNotContact || isRemembered(after),
    ...(isSearchedAnew(before, after) && { document: searchDocument(after) }),
  }));
  const { joining } = decision;
  const marked = new Set(
    [
      ...created.map(({ person: { id }, doNotContact }) => ({ id, doNotContact })),
      ...found,
      ...changed.map(({ person: { id }, doNotContact }) => ({ id, doNotContact })),
    ].flatMap(({ id, doNotContact }) => (doNotContact ? [id] : [])),
  );

  insertPeople(tx, created, sourceType);
  updatePeople(tx, changed);
  suppression.remember(
    tx,
    [...created, ...changed].filter(({ doNotContact }) => doNotContact).map(({ person }) => person),
  );
  if (list) joinList(tx, list.id, joining);
  if (created.length > 0) spendImports(tx, created.length);
  emit(tx, cause, [
    ...happeningsOf({ created, changed, joining, list, sourceType }),
    ...warnOfLowQuota(quota, created.length),
  ]);
  changeCounts(tx, [
    { kind: 'stage', key: 'new', by: created.length },
    ...(list ? [{ kind: 'list' as const, key: list.id, by: joining.length }] : []),
  ]);
  return {
    results: decision.results.map((result) => ({
      ...result,
      ...(marked.has(result.prospectId ?? '') && { doNotContact: true }),
    })),
    created: decision.created,
    list,
    quota: {
      monthlyImports: quota.monthlyImports,
      remaining: Math.max(0, quota.monthlyImports - quota.used - created.length),
      resetsAt: startOfNextMonth(new Date()),
    },
    notProfiles: leads.flatMap(({ index, lead, keys: { linkedin } }) =>
      lead.linkedinUrl !== undefined && linkedin === null ? [index] : [],
    ),
  };
}

const asStored = ({ index, lead }: Batch['leads'][number]) => ({
  index,
  lead: cleaned(lead),
  keys: storedKeys(lead),
  formerLinkedinKey: formerLinkedinKey(lead.linkedinUrl ?? ''),
});

function warnOfLowQuota(quota: Quota, spent: number): Happening[] {
  if (!runsLow(quota, spent)) return [];
  const { monthlyImports, used } = quota;
  const data = {
    monthlyImports,
    remaining: monthlyImports - used - spent,
    resetsAt: startOfNextMonth(new Date()),
  };
  return [{ type: 'quota.low', prospectId: null, data }];
}
