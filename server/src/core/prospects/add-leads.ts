import { randomBytes } from 'node:crypto';
import type { EndpointResult, Lead, LeadResult, OnMatch } from '@outcrop/contract';
import { hasOtherScheme } from '@outcrop/contract/identity';
import type { OperationContext } from '../../platform/caller.ts';
import { counter } from '../../platform/observe/metrics.ts';
import { endEnrollments } from '../campaigns/end-enrollments.sql.ts';
import { emitEvents, type NewEvent } from '../events/emit-events.ts';
import {
  discardListOrTag,
  findOrCreateListOrTag,
  type ListOrTagRef,
  listOrTagNameKey,
  type ResolvedListOrTag,
} from '../lists-and-tags/find-or-create-list-or-tag.ts';
import { addMembers, changeCounts } from '../lists-and-tags/memberships.sql.ts';
import type { ProspectFields, SourceType } from '../search/field-rules.ts';
import { idTimestamp, storedKeys } from '../search/field-rules.ts';
import type { Suppression } from '../suppression/suppression.ts';
import {
  becomesLowQuota,
  type ImportQuota,
  lockUsage,
  spendImports,
  startOfNextMonth,
} from '../usage/quota.ts';
import { leadEvents } from './lead-events.ts';
import { decideLeads } from './lead-match-rules.ts';
import { normalizeFields } from './normalize-fields.ts';
import {
  insertProspects,
  lockProspectsByKeys,
  selectListMembersByKeys,
  touchProspects,
  updateProspects,
} from './prospects.sql.ts';

const leadsTotal = counter('outcrop_leads_total', 'Leads that were added, by source and result', [
  'source',
  'result',
]);

/** Leads to add, each with its index in the request. */
export interface LeadBatch {
  leads: { index: number; lead: Lead }[];
  /** The list to add them to, by id or name. Optional. */
  list: ListOrTagRef;
  sourceType: SourceType;
  /** Whether a matching prospect is overwritten or only its blanks are filled. */
  onMatch?: OnMatch;
  /** Whether a repeated lead overwrites the earlier one. Otherwise it only fills blanks. */
  laterWins?: boolean;
}

export interface AddLeadsResult {
  results: LeadResult[];
  created: ProspectFields[];
  /** The events that it emitted. */
  eventIds: string[];
  /** Null also if the list was new and no lead came in. */
  list: ResolvedListOrTag | null;
  quota: EndpointResult<'postLeads'>['quota'];
  /** Indexes of leads whose `linkedinUrl` is not a personal profile. */
  nonProfileIndexes: number[];
  /** Indexes of leads whose `website` was left out because it is not http(s). */
  ignoredWebsiteIndexes: number[];
}

/** Adds new prospects and updates those that match a lead. */
export async function addLeads(
  scope: OperationContext<{ suppression: Suppression }>,
  { leads: sent, list: ref, sourceType, onMatch, laterWins }: LeadBatch,
): Promise<AddLeadsResult> {
  const { tx, deps } = scope;
  const leads = sent.map(normalizeLead);
  const ignoredWebsiteIndexes = new Set(
    sent.flatMap(({ index, lead }) => (hasOtherScheme(lead.website ?? '') ? [index] : [])),
  );
  const keys = leads.map((each) => each.keys);
  const lookUp = {
    linkedin: keys.flatMap(({ linkedin }) => linkedin ?? []),
    email: keys.flatMap(({ email }) => email ?? []),
    name: keys.flatMap(({ name }) => name ?? []),
  };
  const hasList = ref.id !== undefined || ref.name !== undefined;

  // One round trip. The lock comes first, so that the later statements see the changes of the
  // transaction that held it before.
  const [quota, foundList, found, members, isSuppressed] = await Promise.all([
    lockUsage(tx),
    hasList ? findOrCreateListOrTag(tx, 'list', ref) : null,
    lockProspectsByKeys(tx, lookUp),
    hasList
      ? selectListMembersByKeys(
          tx,
          lookUp,
          ref.id === undefined ? { nameKey: listOrTagNameKey(ref.name!) } : { id: ref.id },
        )
      : new Set<string>(),
    deps.suppression.lookUp(
      tx,
      leads.map(({ keys: { email, linkedin } }, index) => ({
        emailKey: email,
        linkedinKey: linkedin,
        linkedinUrl: sent[index]!.lead.linkedinUrl,
      })),
    ),
  ]);

  const decision = decideLeads({
    leads,
    existing: found.map((prospect) => ({ ...prospect, onList: members.has(prospect.id) })),
    importsLeft: Math.max(0, quota.monthlyImports - quota.used),
    hasList,
    onMatch,
    laterWins,
    newId: descendingIds(),
  });
  const created = decision.created.map((prospect) => ({
    prospect,
    doNotContact: isSuppressed(prospect),
    // The time of the id, so that sorting by id or by this time gives the same order.
    createdAt: idTimestamp(prospect.id),
  }));
  const changed = decision.changed.map(({ before, after }) => ({
    before,
    prospect: after,
    doNotContact: before.doNotContact || isSuppressed(after),
  }));
  const { newMemberIds } = decision;
  const isUnusedList = foundList?.isNew === true && newMemberIds.length === 0;
  if (isUnusedList) discardListOrTag(tx, 'list', foundList);
  const list = isUnusedList ? null : foundList;
  const doNotContactIds = new Set(
    [
      ...created.map(({ prospect: { id }, doNotContact }) => ({ id, doNotContact })),
      ...found,
      ...changed.map(({ prospect: { id }, doNotContact }) => ({ id, doNotContact })),
    ].flatMap(({ id, doNotContact }) => (doNotContact ? [id] : [])),
  );

  insertProspects(tx, created, sourceType);
  updateProspects(scope, changed);
  deps.suppression.add(
    tx,
    [...created, ...changed]
      .filter(({ doNotContact }) => doNotContact)
      .map(({ prospect }) => prospect),
  );
  endEnrollments(
    tx,
    changed
      .filter(({ before, doNotContact }) => doNotContact && !before.doNotContact)
      .map(({ prospect }) => prospect.id),
    'suppressed',
  );
  if (list) {
    addMembers(tx, 'list', list.id, newMemberIds);
    const writtenIds = new Set([...created, ...changed].map(({ prospect: { id } }) => id));
    touchProspects(
      tx,
      newMemberIds.filter((id) => !writtenIds.has(id)),
    );
  }
  if (created.length > 0) spendImports(tx, created.length);
  const eventIds = emitEvents(scope, [
    ...leadEvents({ created, changed, newMemberIds, list, sourceType }),
    ...lowQuotaEvents(quota, created.length),
  ]);
  tx.afterCommit(() => {
    for (const { status } of decision.results)
      leadsTotal.inc({ source: sourceType, result: status });
  });
  changeCounts(tx, [
    { kind: 'stage', key: 'new', by: created.length },
    ...(list ? [{ kind: 'list' as const, key: list.id, by: newMemberIds.length }] : []),
  ]);
  return {
    results: decision.results.map((result) => ({
      ...result,
      ...(doNotContactIds.has(result.prospectId ?? '') && { doNotContact: true }),
      ...(result.prospectId !== undefined &&
        ignoredWebsiteIndexes.has(result.index) && {
          ignored: [...(result.ignored ?? []), 'website' as const],
        }),
    })),
    created: decision.created,
    eventIds,
    list,
    quota: {
      monthlyImports: quota.monthlyImports,
      remaining: Math.max(0, quota.monthlyImports - quota.used - created.length),
      resetsAt: startOfNextMonth(new Date()),
    },
    nonProfileIndexes: leads.flatMap(({ index, lead, keys: { linkedin } }) =>
      lead.linkedinUrl !== undefined && linkedin === null ? [index] : [],
    ),
    ignoredWebsiteIndexes: [...ignoredWebsiteIndexes],
  };
}

const normalizeLead = ({ index, lead }: LeadBatch['leads'][number]) => {
  const { website, ...others } = normalizeFields(lead);
  return {
    index,
    lead: hasOtherScheme(website ?? '') ? others : { ...others, website },
    keys: storedKeys(lead),
  };
};

function lowQuotaEvents(quota: ImportQuota, spent: number): NewEvent[] {
  if (!becomesLowQuota(quota, spent)) return [];
  const { monthlyImports, used } = quota;
  const data = {
    monthlyImports,
    remaining: monthlyImports - used - spent,
    resetsAt: startOfNextMonth(new Date()).toISOString(),
  };
  return [{ type: 'quota.low', prospectId: null, data }];
}

const sequenceSize = 0x1000;

/**
 * UUIDv7 ids of one millisecond for prospects that are added together, in descending order, so that
 * "newest first" lists them in the order they were sent.
 */
export function descendingIds(now = Date.now()): () => string {
  let next = sequenceSize;
  return () => {
    next = next === 0 ? sequenceSize - 1 : next - 1;
    const hex =
      now.toString(16).padStart(12, '0') +
      `7${next.toString(16).padStart(3, '0')}` +
      withVariant(randomBytes(8)).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}

const withVariant = (bytes: Buffer): Buffer => {
  bytes[0] = (bytes[0]! & 0x3f) | 0x80;
  return bytes;
};
