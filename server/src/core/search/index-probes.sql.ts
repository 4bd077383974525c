import { join, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { type MembershipKind, membershipKinds } from '../lists-and-tags/memberships.sql.ts';
import { storedKeys } from './field-rules.ts';
import { conditionsOf } from './filters-and-sorts.sql.ts';
import type { IndexProbe, PlanFilters } from './search-plan-rules.ts';
import type { QueryWord, WordRange } from './word-rules.ts';

/** The number is part of the text, because a prepared statement is planned without its parameters. */
export const limitClause = (count: number): Sql => raw(`limit ${Math.trunc(count)}`);

interface StoredCount {
  kind: MembershipKind | 'stage';
  key: string;
  count: number;
}

/** Which of the requested lists, tags, campaigns and stages exist, and how many prospects each has. */
export const selectStoredCounts = (tx: Tx, filters: PlanFilters): Promise<StoredCount[]> =>
  [...membershipKinds, 'stage' as const].every((kind) => filters[kind] === undefined)
    ? Promise.resolve([])
    : tx.rows<StoredCount>(
        sql`
    select requested.kind, requested.id::text as key, coalesce(counted.count, 0)::int as count
    from (
      select 'list' as kind, id::text from list
      where workspace_id = ${tx.workspaceId} and id = any(${filters.list ?? []}::uuid[])
      union all
      select 'tag', id::text from tag
      where workspace_id = ${tx.workspaceId} and id = any(${filters.tag ?? []}::uuid[])
      union all
      select 'campaign', id::text from campaign
      where workspace_id = ${tx.workspaceId} and id = any(${filters.campaign ?? []}::uuid[])
      union all
      select 'stage', unnest(${filters.stage ?? []}::text[])
    ) as requested
    left join board_count counted
      on counted.workspace_id = ${tx.workspaceId} and counted.kind = requested.kind
     and counted.key = requested.id`,
        { isPrepared: true },
      );

/** The requested lists, tags and campaigns that do not exist. */
export const findUnknownGroups = (filters: PlanFilters, stored: StoredCount[]) =>
  membershipKinds.flatMap((kind) =>
    (filters[kind] ?? [])
      .filter((id) => !stored.some((each) => each.kind === kind && each.key === id))
      .map((id) => ({ kind, id })),
  );

/** The requested prospects that do not exist. */
export async function selectUnknownIds(tx: Tx, ids: string[] | undefined): Promise<string[]> {
  if (ids === undefined) return [];
  const rows = await tx.rows<{ id: string }>(sql`
    select id from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** The indexes whose hits are known without counting. */
export function storedProbes(filters: PlanFilters, stored: StoredCount[]): IndexProbe[] {
  const requested = [...membershipKinds, 'stage' as const].flatMap((kind): IndexProbe[] => {
    if (filters[kind] === undefined) return [];
    const counts = stored.filter((each) => each.kind === kind);
    // Members of several lists are not in the order of ids, and may be in more than one.
    const isOne = filters[kind].length === 1;
    const hits = counts.reduce((sum, { count }) => sum + count, 0);
    return [{ kind, hits, isExact: isOne || kind === 'stage', isSorted: isOne }];
  });
  const { ids } = filters;
  if (ids === undefined) return requested;
  return [...requested, { kind: 'ids', hits: ids.length, isExact: true, isSorted: false }];
}

/** The prospects of a company or an owner, counted up to one more than `maxHits`. */
export async function probeColumn(
  tx: Tx,
  kind: 'company' | 'owner',
  filters: PlanFilters,
  maxHits: number,
): Promise<IndexProbe[]> {
  if (filters[kind] === undefined) return [];
  const { onRow } = conditionsOf(tx, { [kind]: filters[kind] });
  const column = kind === 'company' ? sql`p.company_key` : sql`p.owner_id`;
  // In the order of the index, since the planner reads the table where many rows match.
  const [row] = await tx.rows<{ count: number }>(
    sql`
    select count(*)::int as count from (
      select from prospect p
      where p.workspace_id = ${tx.workspaceId} and ${join(onRow)}
      order by ${column}, p.id ${limitClause(maxHits + 1)}) as hit`,
    { isPrepared: true },
  );
  // The planner does not know that prospects without an owner are in the order of their ids.
  const isSorted = filters[kind] !== 'none' || kind === 'company';
  return [{ kind, hits: row!.count, isExact: true, isSorted }];
}

/** A long query is full of rare words, and the first few of them are enough. */
const maxProbedRanges = 12;
/** Each word is one more index scan to merge. A beginning of more words is common, so scanning finds it. */
const maxMergedWords = 8;

interface RangeCount extends WordRange {
  hits: number;
  /** The distinct words of the range, up to one too many. */
  words: string[];
}

/** Counts the entries of each range of words, and finds its words by jumping from each to the next. */
export async function probeWords(
  tx: Tx,
  words: QueryWord[],
  maxHits: number,
): Promise<IndexProbe[]> {
  const ranges = words
    .flatMap((word) => word.ranges.map((range) => ({ word, range })))
    .slice(0, maxProbedRanges);
  if (ranges.length === 0) return [];
  const json = JSON.stringify(ranges.map(({ range }) => range));
  const nextWord = (after: Sql) => sql`
    select word from prospect_word
    where workspace_id = ${tx.workspaceId} and ${after} and word < range.below
    order by workspace_id, word, prospect_id limit 1`;
  const counts = await tx.rows<RangeCount>(
    sql`
    select range."from", range.below, hit.count::int as hits, array(
             with recursive known as (
               (${nextWord(sql`word >= range."from"`)})
               union all
               select (${nextWord(sql`word > known.word`)}) from known where known.word is not null
             )
             select word from known where word is not null ${limitClause(maxMergedWords + 1)}) as words
    from rows from (json_to_recordset(${json}) as ("from" text, below text))
      with ordinality as range ("from", below, position)
    cross join lateral (
      select count(*) from (
        select from prospect_word
        where workspace_id = ${tx.workspaceId} and word >= range."from" and word < range.below
        ${limitClause(maxHits + 1)}) as entry) as hit
    order by range.position`,
    { isPrepared: true },
  );
  return counts.map(({ hits, words: rangeWords }, index) => {
    const isOne = rangeWords.length <= 1;
    const isSorted = isOne || (hits > maxHits && rangeWords.length <= maxMergedWords);
    return { kind: 'words', ...ranges[index]!, words: rangeWords, hits, isExact: isOne, isSorted };
  });
}

/** Prospects whose email address or LinkedIn profile is the query. */
export async function selectQueryKeyHolders(tx: Tx, q: string): Promise<string[]> {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  // A comparison with null would be planned as a parallel scan of the table.
  const conditions = [
    ...(email === null ? [] : [sql`email_key = ${email}`]),
    ...(linkedin === null ? [] : [sql`linkedin_key = ${linkedin}`]),
  ];
  if (conditions.length === 0) return [];
  const lookUps = conditions.map(
    (condition) => sql`
      select id from prospect where workspace_id = ${tx.workspaceId} and ${condition}`,
  );
  const rows = await tx.rows<{ id: string }>(join(lookUps, ' union '));
  return rows.map(({ id }) => id);
}

/** How many prospects the workspace has, from stored counts. */
export async function countWorkspaceProspects(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`
    select coalesce(sum(count), 0)::int as count from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'stage'`,
    { isPrepared: true },
  );
  return row!.count;
}
