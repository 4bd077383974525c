import type { ProspectFilter, Stage } from '@outcrop/contract';
import { join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import {
  type MembershipKind,
  membershipKinds,
  memberships,
} from '../lists-and-tags/memberships.sql.ts';
import type { SourceType } from './field-rules.ts';
import type { QueryWord } from './word-rules.ts';

/** What to look for. Missing filters match everything; of several values one must match. */
export interface Filters {
  words?: QueryWord[] | undefined;
  /** Prospects whose email or LinkedIn URL is the query. Replaces its words. */
  keyHolders?: string[] | undefined;
  list?: string[] | undefined;
  tag?: string[] | undefined;
  campaign?: string[] | undefined;
  stage?: Stage[] | undefined;
  company?: string | undefined;
  /** A user, or `none`. */
  owner?: string | undefined;
  source?: SourceType[] | undefined;
  enrichmentStatus?: ProspectFilter['enrichmentStatus'];
  hasEmail?: boolean | undefined;
  hasLinkedin?: boolean | undefined;
  hasPhone?: boolean | undefined;
  updatedFrom?: Date | undefined;
  updatedBefore?: Date | undefined;
  /** Bounds of the ids, which begin with the time of creation. */
  fromId?: string | undefined;
  beforeId?: string | undefined;
}
export type FilterName = keyof Filters;

/** A condition on the id `h.id` alone, or on the prospect `p`. */
type Condition<Value> = { onId: (value: Value, tx: Tx) => Sql } | { onRow: (value: Value) => Sql };

const isPresent = (column: Sql) => (value: boolean) =>
  value ? sql`${column} is not null` : sql`${column} is null`;
const isOneOf = (kind: MembershipKind) => (ids: string[], tx: Tx) => {
  const { table, column } = memberships[kind];
  // OFFSET 0 forces one lookup per prospect; as a join it would read the whole list, and without
  // statistics that took seconds.
  return sql`exists (
    select from ${table} m
    where m.workspace_id = ${tx.workspaceId} and m.prospect_id = h.id and m.${column} = any(${ids}::uuid[])
    offset 0)`;
};

/** One entry for each filter. A new filter is added here, and in the contract. */
const conditions: { [Name in FilterName]-?: Condition<NonNullable<Filters[Name]>> } = {
  keyHolders: { onId: (ids) => sql`h.id = any(${ids}::uuid[])` },
  fromId: { onId: (id) => sql`h.id >= ${id}::uuid` },
  beforeId: { onId: (id) => sql`h.id < ${id}::uuid` },
  list: { onId: isOneOf('list') },
  tag: { onId: isOneOf('tag') },
  campaign: { onId: isOneOf('campaign') },
  stage: { onRow: (stages) => sql`p.stage = any(${stages}::stage[])` },
  source: { onRow: (sources) => sql`p.source_type = any(${sources}::text[])` },
  company: { onRow: (company) => sql`p.company_key = ${company}` },
  owner: {
    onRow: (owner) =>
      owner === 'none' ? sql`p.owner_id is null` : sql`p.owner_id = ${owner}::uuid`,
  },
  enrichmentStatus: {
    onRow: (status) => sql`p.enrichment_status = ${status}::enrichment_status`,
  },
  hasEmail: { onRow: isPresent(sql`p.email`) },
  hasLinkedin: { onRow: isPresent(sql`p.linkedin_url`) },
  hasPhone: { onRow: isPresent(sql`p.phone`) },
  updatedFrom: { onRow: (from) => sql`p.updated_at >= ${from}` },
  updatedBefore: { onRow: (before) => sql`p.updated_at < ${before}` },
  words: {
    onRow: (words) =>
      join(
        words.map(({ text }) => sql`p.search_text like ${containing(text)}`),
        ' and ',
      ),
  },
};

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

export const activeFilters = (filters: Filters): FilterName[] =>
  (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);

/** The conditions of the filters on `h.id` and on the row `p`. */
export function conditionsOf(tx: Tx, filters: Filters): { onId: Sql[]; onRow: Sql[] } {
  const [onId, onRow]: [Sql[], Sql[]] = [[], []];
  for (const name of activeFilters(filters)) {
    const condition = conditions[name] as Condition<unknown>;
    if ('onId' in condition) onId.push(condition.onId(filters[name], tx));
    else onRow.push(condition.onRow(filters[name]));
  }
  return { onId, onRow };
}

export const requestedMemberships = (filters: Filters) =>
  membershipKinds.flatMap((kind) => (filters[kind] ?? []).map((id) => ({ kind, id })));
