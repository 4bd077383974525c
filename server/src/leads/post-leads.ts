import { randomUUIDv7 } from 'node:crypto';
import type { endpoints, LeadResult, ResponseData } from '@outcrop/contract';
import { changeCounts } from '../counts/change-counts.ts';
import { causeOf, emit, type Happening } from '../events/emit.ts';
import { findOrMake, nameKey } from '../names/find-or-make.ts';
import { storedKeys } from '../people/keys.ts';
import type { Person } from '../people/person.ts';
import { storedPhone } from '../people/phone.ts';
import { searchDocument } from '../people/search-text.ts';
import { insertPeople, lockByKeys, membersByKeys, updatePeople } from '../people/sql.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage, type Quota, runsLow, spendImports, startOfNextMonth } from '../usage/quota.ts';
import { answerOf } from './answer.ts';
import { happeningsOf } from './happenings.ts';
import { decide } from './rules.ts';
import { joinList } from './sql.ts';

type PostLeads = Call<typeof endpoints.postLeads>;

/** Adds people, or recognises them and takes over what is new about them. */
export const postLeads =
  (suppression: Suppression) =>
  async (call: PostLeads): Promise<ResponseData<'postLeads'>> => {
    const { body, tx } = call;
    const leads = validLeads(call);
    const keys = leads.map((each) => each.keys);
    const lookUp = {
      linkedin: keys.flatMap(({ linkedin }) => linkedin ?? []),
      email: keys.flatMap(({ email }) => email ?? []),
      name: keys.flatMap(({ name }) => name ?? []),
    };
    const wantsList = body.listId !== undefined || body.listName !== undefined;

    // One flight. The lock comes first, and all behind it see what its last holder did.
    const [quota, list, found, members, isRemembered] = await Promise.all([
      lockUsage(tx),
      wantsList ? findOrMake(tx, 'list', { id: body.listId, name: body.listName }) : null,
      lockByKeys(tx, lookUp),
      wantsList
        ? membersByKeys(
            tx,
            lookUp,
            body.listId === undefined ? { nameKey: nameKey(body.listName!) } : { id: body.listId },
          )
        : new Set<string>(),
      suppression.lookUp(
        tx,
        keys.map(({ email, linkedin }) => ({ emailKey: email, linkedinKey: linkedin })),
      ),
    ]);

    const decision = decide({
      leads,
      known: found.map((person) => ({ ...person, onList: members.has(person.id) })),
      importsLeft: Math.max(0, quota.monthlyImports - quota.used),
      wantsList,
      newId: randomUUIDv7,
    });
    const created = decision.created.map((person) => ({
      person,
      doNotContact: isRemembered(person),
      document: searchDocument(person),
    }));
    const changed = decision.changed.map(({ before, after }) => ({
      before,
      person: after,
      doNotContact: before.doNotContact || isRemembered(after),
      ...(isSearchedAnew(before, after) && { document: searchDocument(after) }),
    }));
    const { joining, results } = decision;

    insertPeople(tx, created, body.sourceType);
    updatePeople(tx, changed);
    suppression.remember(
      tx,
      [...created, ...changed]
        .filter(({ doNotContact }) => doNotContact)
        .map(({ person }) => person),
    );
    if (list) joinList(tx, list.id, joining);
    if (created.length > 0) spendImports(tx, created.length);
    emit(tx, causeOf(call), [
      ...happeningsOf({ created, changed, joining, list, sourceType: body.sourceType }),
      ...warnOfLowQuota(quota, created.length),
    ]);
    changeCounts(tx, [
      { kind: 'stage', key: 'new', by: created.length },
      ...(list ? [{ kind: 'list' as const, key: list.id, by: joining.length }] : []),
    ]);
    return answerOf({
      results: [...results, ...invalidResults(call)],
      created: decision.created,
      listId: list && !(body.dryRun && list.isNew) ? list.id : null,
      quota: {
        monthlyImports: quota.monthlyImports,
        remaining: Math.max(0, quota.monthlyImports - quota.used - created.length),
      },
      dryRun: body.dryRun ?? false,
    });
  };

/** The leads that can be served, each with its place in the request. */
function validLeads({ body, invalidRows }: PostLeads) {
  const places = Array.from({ length: body.leads.length + invalidRows.size }, (_, place) => place);
  const valid = places.filter((place) => !invalidRows.has(place));
  return body.leads.map((lead, n) => ({
    index: valid[n]!,
    lead: { ...lead, ...(lead.phone !== undefined && { phone: storedPhone(lead.phone) }) },
    keys: storedKeys(lead),
  }));
}

/** Whether a search may answer otherwise: by other words, or by an identifier that was missing. */
const isSearchedAnew = (before: Person, after: Person): boolean =>
  searchDocument(before) !== searchDocument(after) ||
  before.email !== after.email ||
  before.linkedinUrl !== after.linkedinUrl;

const invalidResults = ({ invalidRows }: PostLeads): LeadResult[] =>
  [...invalidRows].map(([index, issues]) => ({
    index,
    status: 'failed',
    reason: 'invalid',
    issues,
  }));

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
