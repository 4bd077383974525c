import { mostCounted, type Prospect } from '@outcrop/contract';
import { empty, join, type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { Position } from '../platform/http/cursor.ts';
import type { Start } from './rules.ts';

export interface Filters {
  /** LIKE patterns that the text index answers, and those that it cannot. */
  patterns: string[];
  restPatterns: string[];
  /** Who matches the first of them, if a probe found few. */
  wordHits: string[] | null;
  /** Who is known by the words as a whole, whatever else matches them. */
  keyHits?: string[];
  stage: string | null;
  listId: string | null;
  tagId: string | null;
  campaignId: string | null;
  hasEmail: boolean | null;
  hasLinkedin: boolean | null;
  enrichmentStatus: string | null;
  createdFrom: Date | null;
  createdBefore: Date | null;
}

/** A page to fetch: after a position, or after so many hits. */
export interface Page {
  after: Position | null;
  skip: number;
  take: number;
}

const everything: Page = { after: null, skip: 0, take: 0 };

/**
 * How many prospects a walk may look at, the same for every page: behind one that was cut short the
 * later ones are empty, and only the cursor goes on. Without filters each of them is a hit.
 */
const mostWalked = (filters: Filters): number | null => {
  const { createdFrom: _from, createdBefore: _before, ...tried } = filters;
  const isFree = Object.values(tried).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return isFree ? null : 100_000;
};

/** Hits of a probe that travel to the next statement, which then need not find them again. */
const mostCarried = 1_000;

/** The memberships that a search can ask for: where they are kept, and under which column. */
const boards = {
  list: { table: sql`prospect_list`, column: sql`list_id` },
  tag: { table: sql`prospect_tag`, column: sql`tag_id` },
  campaign: { table: sql`enrollment`, column: sql`campaign_id` },
};
type Board = keyof typeof boards;

const idOf = (filters: Filters, board: Board) =>
  ({ list: filters.listId, tag: filters.tagId, campaign: filters.campaignId })[board];
const wantedBoards = (filters: Filters) =>
  (Object.keys(boards) as Board[]).filter((board) => idOf(filters, board) !== null);

/** Which of the named lists, tags and campaigns exist, and how many prospects each has. */
export const selectBoards = (tx: Tx, filters: Filters) =>
  tx.rows<{ kind: Board; count: number }>(sql`
    select wanted.kind, coalesce(counted.count, 0)::int as count
    from (
      select 'list' as kind, id from list where workspace_id = ${tx.workspaceId} and id = ${filters.listId}::uuid
      union all
      select 'tag', id from tag where workspace_id = ${tx.workspaceId} and id = ${filters.tagId}::uuid
      union all
      select 'campaign', id from campaign where workspace_id = ${tx.workspaceId} and id = ${filters.campaignId}::uuid
    ) as wanted
    left join board_count counted
      on counted.workspace_id = ${tx.workspaceId} and counted.kind = wanted.kind and counted.key = wanted.id::text`);

/** How many prospects have all the words, up to `most`, and who they are if they are few. */
export async function probeWords(tx: Tx, patterns: string[], most: number) {
  const [row] = await tx.rows<{ count: number; ids: string[] | null }>(sql`
    select count(*)::int as count,
           case when count(*) <= ${mostCarried} then coalesce(array_agg(id), '{}') end as ids
    from matching_prospects(${patterns}::text[], ${most}) as id`);
  return row!;
}

/** Who has this email address or profile. */
export async function selectByKey(
  tx: Tx,
  { email, linkedin }: { email: string | null; linkedin: string | null },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from prospect where workspace_id = ${tx.workspaceId} and linkedin_key = ${linkedin}
    union
    select id from prospect where workspace_id = ${tx.workspaceId} and email_key = ${email}`);
  return rows.map(({ id }) => id);
}

/** Everything that a hit must fulfil, but for the filter that the search starts from. */
function conditions(tx: Tx, filters: Filters, start: Start | 'newest'): Sql {
  const like = [...(start === 'words' ? [] : filters.patterns), ...filters.restPatterns];
  const all = [
    sql`s.workspace_id = ${tx.workspaceId}`,
    ...(like.length === 0 ? [] : [matching(filters, like)]),
    ...(filters.stage === null ? [] : [sql`s.stage = ${filters.stage}::stage`]),
    ...(filters.hasEmail === null ? [] : [sql`s.has_email = ${filters.hasEmail}`]),
    ...(filters.hasLinkedin === null ? [] : [sql`s.has_linkedin = ${filters.hasLinkedin}`]),
    ...(filters.enrichmentStatus === null
      ? []
      : [sql`s.enrichment_status = ${filters.enrichmentStatus}::enrichment_status`]),
    ...(filters.createdFrom === null ? [] : [sql`s.created_at >= ${filters.createdFrom}`]),
    ...(filters.createdBefore === null ? [] : [sql`s.created_at < ${filters.createdBefore}`]),
    ...wantedBoards(filters)
      .filter((board) => board !== start)
      .map(
        // OFFSET 0 keeps this a look-up for each row; as a join it would read the whole list, and
        // without statistics it took seconds for 10,000 members.
        (board) => sql`exists (
          select from ${boards[board].table} m
          where m.workspace_id = ${tx.workspaceId} and m.prospect_id = s.prospect_id
            and m.${boards[board].column} = ${idOf(filters, board)} offset 0)`,
      ),
  ];
  return join(all, ' and ');
}

const matching = ({ keyHits = [] }: Filters, patterns: string[]): Sql => {
  const words = join(
    patterns.map((pattern) => sql`s.document like ${pattern}`),
    ' and ',
  );
  return keyHits.length === 0 ? words : sql`(${words} or s.prospect_id = any(${keyHits}::uuid[]))`;
};

const afterPosition = ({ after }: Page): Sql =>
  after === null
    ? empty
    : sql`and (s.created_at, s.prospect_id) < (${after.at}, ${after.id}::uuid)`;

/** The rows a search looks through, as `s`: the start's own hits, or the newest prospects. */
function source(
  tx: Tx,
  filters: Filters,
  start: Start | 'newest',
  page: Page,
  walked = mostWalked(filters),
): Sql {
  if (start === 'newest') {
    const most = walked === null ? empty : sql`limit ${walked}`;
    const { createdFrom: from, createdBefore: before } = filters;
    return sql`(
      select * from prospect_search s
      where s.workspace_id = ${tx.workspaceId}
        ${from === null ? empty : sql`and s.created_at >= ${from}`}
        ${before === null ? empty : sql`and s.created_at < ${before}`}
        ${afterPosition(page)}
      order by s.created_at desc, s.prospect_id desc ${most}) as s`;
  }
  const { keyHits = [] } = filters;
  const hits =
    start === 'words'
      ? filters.wordHits
        ? sql`select unnest(${[...new Set([...filters.wordHits, ...keyHits])]}::uuid[]) as prospect_id`
        : sql`select matching_prospects(${filters.patterns}::text[], ${mostCounted}) as prospect_id
              union select unnest(${keyHits}::uuid[])`
      : sql`select prospect_id from ${boards[start].table}
            where workspace_id = ${tx.workspaceId} and ${boards[start].column} = ${idOf(filters, start)}`;
  // OFFSET 0 keeps the look-ups one by one: the planner, free to choose, walked a million rows for
  // a list of nine thousand (6.8 s).
  return sql`(select s.* from (${hits}) as hit
    cross join lateral (
      select * from prospect_search
      where workspace_id = ${tx.workspaceId} and prospect_id = hit.prospect_id offset 0) as s) as s`;
}

export interface Hit extends Position {
  /** All hits of the search, where counting them costs nothing more. */
  total: number | null;
  /** Left out where only ids are asked for. */
  record?: Prospect;
}

/** One page of hits, newest first. From a start of its own, all hits are at hand and counted. */
export const pageOf = (tx: Tx, filters: Filters, start: Start | 'newest', page: Page): Sql => sql`
  select s.prospect_id as id, s.created_at as at,
         ${start === 'newest' ? sql`null::int` : sql`count(*) over ()::int`} as total
  from ${source(tx, filters, start, page)}
  where ${conditions(tx, filters, start)} ${start === 'newest' ? empty : afterPosition(page)}
  order by s.created_at desc, s.prospect_id desc
  offset ${page.skip} limit ${page.take}`;

export const selectPage = (tx: Tx, page: Sql) => tx.rows<Hit>(page);

/** Everyone in a stage, or in the workspace, from the kept counts: walking 10,001 rows took 8 ms. */
export async function countStages(tx: Tx, stage: string | null): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select coalesce(sum(count), 0)::int as count from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'stage'
      ${stage === null ? empty : sql`and key = ${stage}`}`);
  return row!.count;
}

export async function countHits(
  tx: Tx,
  filters: Filters,
  start: Start | 'newest',
  most: number,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${source(tx, filters, start, everything)}
      where ${conditions(tx, filters, start)} limit ${most}) as hit`);
  return row!.count;
}

/** Where a walk that found too little had to stop; nothing if it saw everyone. */
export async function endOfWalk(tx: Tx, filters: Filters, page: Page): Promise<Position | null> {
  const walked = mostWalked(filters);
  if (walked === null) return null;
  const [last, unseen] = await tx.rows<Position>(sql`
    select s.prospect_id as id, s.created_at as at
    from ${source(tx, filters, 'newest', page, walked + 1)}
    offset ${walked - 1} limit 2`);
  return unseen ? last! : null;
}

/** Whether there are more people than one walk may look at. Without dates the kept counts know. */
export async function isWalkCut(tx: Tx, filters: Filters): Promise<boolean> {
  const walked = mostWalked(filters);
  if (walked === null) return false;
  if (filters.createdFrom === null && filters.createdBefore === null)
    return (await countStages(tx, null)) > walked;
  return (await endOfWalk(tx, filters, everything)) !== null;
}
