import type { Stage } from '@outcrop/contract';
import { empty, join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { type MembershipKind, memberships } from '../lists-and-tags/memberships.sql.ts';
import { stagePosition } from './column-rules.ts';
import { type FilterName, type Filters, requestedMemberships } from './filters.sql.ts';
import type { QueryWord, WordRange } from './word-rules.ts';

/** A filter that an index answers: the search can start from its hits. */
export interface Start {
  /** How many prospects match it. Those that are not stored are counted up to one more than needed. */
  hits: number;
  /** Whether `hits` counts every prospect once. */
  isExact: boolean;
  /** What it leaves of the filters to check. */
  rest: (filters: Filters) => Filters;
  /** Selects the hits as `id`. With an order by id they are read from an index, if `isSorted`. */
  ids: (bounds: (id: Sql) => Sql) => Sql;
  isSorted: boolean;
  /** Whether an id can occur twice. */
  hasRepeats: boolean;
}

const without =
  (name: FilterName) =>
  (filters: Filters): Filters => ({
    ...filters,
    [name]: undefined,
  });

/** The prospects that several starts have in common. */
export const commonTo = (starts: Start[]): Start => ({
  hits: Math.min(...starts.map(({ hits }) => hits)),
  isExact: false,
  rest: (filters) => starts.reduce((rest, start) => start.rest(rest), filters),
  ids: (bounds) =>
    join(
      starts.map(({ ids }) => sql`(${ids(bounds)})`),
      ' intersect ',
    ),
  isSorted: false,
  hasRepeats: false,
});

interface Counted {
  kind: MembershipKind | 'stage';
  key: string;
  count: number;
}

/** Which of the requested lists, tags, campaigns and stages exist, and how many prospects each has. */
export const countRequested = (tx: Tx, filters: Filters): Promise<Counted[]> =>
  tx.rows<Counted>(sql`
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
     and counted.key = requested.id`);

export const unknownIds = (filters: Filters, counted: Counted[]) =>
  requestedMemberships(filters).filter(
    ({ kind, id }) => !counted.some((each) => each.kind === kind && each.key === id),
  );

export function startsOf(tx: Tx, filters: Filters, counted: Counted[]): Start[] {
  const stored = (['list', 'tag', 'campaign', 'stage'] as const).flatMap((filter) => {
    const keys = filters[filter];
    if (keys === undefined) return [];
    const hits = counted
      .filter(({ kind }) => kind === filter)
      .reduce((sum, { count }) => sum + count, 0);
    return [{ hits, rest: without(filter), ...groupIds(tx, filter, keys) }];
  });
  const { keyHolders } = filters;
  if (keyHolders === undefined) return stored;
  return [
    ...stored,
    {
      hits: keyHolders.length,
      isExact: true,
      rest: without('keyHolders'),
      isSorted: false,
      hasRepeats: false,
      ids: (bounds) =>
        sql`select id from unnest(${keyHolders}::uuid[]) as id where ${bounds(sql`id`)}`,
    },
  ];
}

/** Members of one list are sorted by id in its index; those of several are not. */
function groupIds(tx: Tx, filter: MembershipKind | 'stage', keys: string[]) {
  const isOne = keys.length === 1;
  const { table, column, id, values } =
    filter === 'stage'
      ? {
          table: sql`prospect`,
          column: sql`stage_position`,
          id: sql`id`,
          values: sql`${(keys as Stage[]).map(stagePosition)}::smallint[]`,
        }
      : { ...memberships[filter], id: sql`prospect_id`, values: sql`${keys}::uuid[]` };
  const ids = (bounds: (id: Sql) => Sql) => sql`
    select ${id} as id from ${table}
    where workspace_id = ${tx.workspaceId}
      and ${column} = ${isOne ? sql`(${values})[1]` : sql`any(${values})`}
      and ${bounds(id)}`;
  const hasRepeats = !isOne && filter !== 'stage';
  return { ids, isExact: !hasRepeats, isSorted: isOne, hasRepeats };
}

/** The prospects of a company, counted up to the limit. */
export const startFromCompany = async (
  tx: Tx,
  { company }: Filters,
  maxHits: number,
): Promise<Start[]> =>
  company === undefined
    ? []
    : startFromColumn(tx, sql`company_key`, sql`= ${company}`, maxHits, 'company', true);

/**
 * The prospects of an owner, counted up to the limit. Those without one are in the index, but the
 * planner does not know that they are in the order of their ids.
 */
export async function startFromOwner(
  tx: Tx,
  { owner }: Filters,
  maxHits: number,
): Promise<Start[]> {
  if (owner === undefined) return [];
  const isOwned = owner !== 'none';
  const condition = isOwned ? sql`= ${owner}::uuid` : sql`is null`;
  return startFromColumn(tx, sql`owner_id`, condition, maxHits, 'owner', isOwned);
}

/** Counted in the order of the index, since the planner reads the table where many rows match. */
async function startFromColumn(
  tx: Tx,
  column: Sql,
  condition: Sql,
  maxHits: number,
  filter: FilterName,
  isSorted: boolean,
): Promise<Start[]> {
  const ids = (bounds: (id: Sql) => Sql) => sql`
    select id from prospect
    where workspace_id = ${tx.workspaceId} and ${column} ${condition} and ${bounds(sql`id`)}`;
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count
    from (${ids(() => sql`true`)} order by ${column}, id limit ${maxHits + 1}) as hit`);
  const hits = row!.count;
  const isExact = hits <= maxHits;
  return [{ hits, isExact, rest: without(filter), ids, isSorted, hasRepeats: false }];
}

/** A long query is full of rare words, and the first few of them are enough. */
const maxProbedRanges = 12;
/** Each is one more index scan to merge; the beginning of more words is common, and found by scanning. */
const maxMergedWords = 8;

interface ProbedRange extends WordRange {
  hits: number;
  /** The distinct words of the range, up to one too many. */
  words: string[];
}

/** Counts the hits of each range of words, and finds its words by jumping from each to the next. */
const probe = (tx: Tx, ranges: WordRange[], maxHits: number): Promise<ProbedRange[]> => {
  const nextWord = (after: Sql) => sql`
    select word from prospect_word
    where workspace_id = ${tx.workspaceId} and ${after} and word < range.below
    order by workspace_id, word, prospect_id limit 1`;
  return tx.rows<ProbedRange>(sql`
    select range."from", range.below, hit.count::int as hits, array(
             with recursive known as (
               (${nextWord(sql`word >= range."from"`)})
               union all
               select (${nextWord(sql`word > known.word`)}) from known where known.word is not null
             )
             select word from known where word is not null limit ${maxMergedWords + 1}) as words
    from rows from (json_to_recordset(${JSON.stringify(ranges)}) as ("from" text, below text))
      with ordinality as range ("from", below, position)
    cross join lateral (
      select count(*) from (
        select from prospect_word
        where workspace_id = ${tx.workspaceId} and word >= range."from" and word < range.below
        limit ${maxHits + 1}) as entry) as hit
    order by range.position`);
};

/** The ranges of words, those with the fewest hits first. Of equal ones, those that can be read in order. */
export async function startsFromWords(
  tx: Tx,
  { words = [] }: Filters,
  maxHits: number,
): Promise<Start[]> {
  const ranges = words
    .flatMap((word) => word.ranges.map((range) => ({ word, range })))
    .slice(0, maxProbedRanges);
  if (ranges.length === 0) return [];
  const probed = await probe(
    tx,
    ranges.map(({ range }) => range),
    maxHits,
  );
  return probed
    .map((found, index): Start => {
      const { word } = ranges[index]!;
      const isOne = found.words.length <= 1;
      const isSorted = isOne || (found.hits > maxHits && found.words.length <= maxMergedWords);
      return {
        hits: found.hits,
        isExact: isOne && found.hits <= maxHits,
        rest: word.isExact ? withoutWord(word) : (filters) => filters,
        ids: isSorted ? mergedIds(tx, found.words) : idsInRange(tx, found),
        isSorted,
        hasRepeats: !isSorted,
      };
    })
    .sort((a, b) => a.hits - b.hits || Number(b.isSorted) - Number(a.isSorted));
}

const withoutWord =
  (word: QueryWord) =>
  (filters: Filters): Filters => {
    const words = filters.words?.filter((each) => each !== word) ?? [];
    return { ...filters, words: words.length === 0 ? undefined : words };
  };

const idsInRange =
  (tx: Tx, { from, below }: WordRange) =>
  (bounds: (id: Sql) => Sql): Sql =>
    sql`
    select prospect_id as id from prospect_word
    where workspace_id = ${tx.workspaceId} and word >= ${from} and word < ${below}
      and ${bounds(sql`prospect_id`)}`;

/** The prospects of these words, in the order of their ids. Each is read with its first word. */
const mergedIds =
  (tx: Tx, words: string[]) =>
  (bounds: (id: Sql) => Sql): Sql =>
    join(
      (words.length === 0 ? [''] : words).map((word, index) => {
        const others = words.slice(0, index);
        const isFirst = sql`not exists (
          select from prospect_word other
          where other.workspace_id = ${tx.workspaceId} and other.word = any(${others}::text[])
            and other.prospect_id = w.prospect_id offset 0)`;
        return sql`
          select w.prospect_id as id from prospect_word w
          where w.workspace_id = ${tx.workspaceId} and w.word = ${word} and ${bounds(sql`w.prospect_id`)}
            ${index === 0 ? empty : sql`and ${isFirst}`}`;
      }),
      ' union all ',
    );

/** Prospects with this email address or LinkedIn profile. */
export async function selectKeyHolders(
  tx: Tx,
  { email, linkedin }: { email: string | null; linkedin: string | null },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from prospect where workspace_id = ${tx.workspaceId} and linkedin_key = ${linkedin}
    union
    select id from prospect where workspace_id = ${tx.workspaceId} and email_key = ${email}`);
  return rows.map(({ id }) => id);
}

/** All prospects of the workspace, from stored counts. */
export async function countAll(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select coalesce(sum(count), 0)::int as count from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'stage'`);
  return row!.count;
}
