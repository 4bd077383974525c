import { maxExactTotal } from '@outcrop/contract';
import type { Position } from '../../platform/cursor.ts';
import { empty, join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import {
  type MembershipKind,
  membershipKinds,
  memberships,
} from '../lists-and-tags/memberships.sql.ts';
import type { StartFilter } from './search-rules.ts';

export interface Filters {
  /** LIKE patterns that the text index answers, and those that it cannot. */
  patterns: string[];
  restPatterns: string[];
  /** Ids that match `patterns`, if a probe found few. */
  wordHits: string[] | null;
  /** Ids whose email or LinkedIn URL equals the whole query. */
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

/** A page to fetch: after a position, or after a number of hits. */
export interface Page {
  after: Position | null;
  skip: number;
  take: number;
}

const wholeRange: Page = { after: null, skip: 0, take: 0 };

/**
 * The scan limit, the same for every page. After a scan that reached it, later page numbers are
 * empty and only the cursor continues. Without filters there is no limit: every prospect is a hit.
 */
const maxScanned = (filters: Filters): number | null => {
  const { createdFrom: _from, createdBefore: _before, ...tried } = filters;
  const isFree = Object.values(tried).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return isFree ? null : 100_000;
};

/** Up to this many ids found by a probe are passed to the next statement. */
const maxCarriedIds = 1_000;

const idOf = (filters: Filters, kind: MembershipKind) =>
  ({ list: filters.listId, tag: filters.tagId, campaign: filters.campaignId })[kind];
const requestedKinds = (filters: Filters) =>
  membershipKinds.filter((kind) => idOf(filters, kind) !== null);

/** Which of the named lists, tags and campaigns exist, and how many prospects each has. */
export const selectRequestedMemberships = (tx: Tx, filters: Filters) =>
  tx.rows<{ kind: MembershipKind; count: number }>(sql`
    select requested.kind, coalesce(counted.count, 0)::int as count
    from (
      select 'list' as kind, id from list where workspace_id = ${tx.workspaceId} and id = ${filters.listId}::uuid
      union all
      select 'tag', id from tag where workspace_id = ${tx.workspaceId} and id = ${filters.tagId}::uuid
      union all
      select 'campaign', id from campaign where workspace_id = ${tx.workspaceId} and id = ${filters.campaignId}::uuid
    ) as requested
    left join board_count counted
      on counted.workspace_id = ${tx.workspaceId} and counted.kind = requested.kind and counted.key = requested.id::text`);

/** How many prospects have all the words, up to `limit`, and their ids if they are few. */
export async function probeWords(tx: Tx, patterns: string[], limit: number) {
  const [row] = await tx.rows<{ count: number; ids: string[] | null }>(sql`
    select count(*)::int as count,
           case when count(*) <= ${maxCarriedIds} then coalesce(array_agg(id), '{}') end as ids
    from matching_prospects(${patterns}::text[], ${limit}) as id`);
  return row!;
}

/** Prospects with this email address or LinkedIn profile. */
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

/** All conditions except the filter that the search starts from. */
function conditions(tx: Tx, filters: Filters, start: StartFilter | 'newest'): Sql {
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
    ...requestedKinds(filters)
      .filter((kind) => kind !== start)
      .map(
        // OFFSET 0 forces one lookup per row; as a join it would read the whole list, and without
        // statistics it took seconds for 10,000 members.
        (kind) => sql`exists (
          select from ${memberships[kind].table} m
          where m.workspace_id = ${tx.workspaceId} and m.prospect_id = s.prospect_id
            and m.${memberships[kind].column} = ${idOf(filters, kind)} offset 0)`,
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

/** The rows to search, as `s`: the hits of the start filter, or the newest prospects. */
function source(
  tx: Tx,
  filters: Filters,
  start: StartFilter | 'newest',
  page: Page,
  scanLimit = maxScanned(filters),
): Sql {
  if (start === 'newest') {
    const limit = scanLimit === null ? empty : sql`limit ${scanLimit}`;
    const { createdFrom: from, createdBefore: before } = filters;
    return sql`(
      select * from prospect_search s
      where s.workspace_id = ${tx.workspaceId}
        ${from === null ? empty : sql`and s.created_at >= ${from}`}
        ${before === null ? empty : sql`and s.created_at < ${before}`}
        ${afterPosition(page)}
      order by s.created_at desc, s.prospect_id desc ${limit}) as s`;
  }
  const { keyHits = [] } = filters;
  const hits =
    start === 'words'
      ? filters.wordHits
        ? sql`select unnest(${[...new Set([...filters.wordHits, ...keyHits])]}::uuid[]) as prospect_id`
        : sql`select matching_prospects(${filters.patterns}::text[], ${maxExactTotal}) as prospect_id
              union select unnest(${keyHits}::uuid[])`
      : sql`select prospect_id from ${memberships[start].table}
            where workspace_id = ${tx.workspaceId} and ${memberships[start].column} = ${idOf(filters, start)}`;
  // OFFSET 0 keeps the lookups one by one: as a join, the planner scanned a million rows for a list
  // of nine thousand (6.8 s).
  return sql`(select s.* from (${hits}) as hit
    cross join lateral (
      select * from prospect_search
      where workspace_id = ${tx.workspaceId} and prospect_id = hit.prospect_id offset 0) as s) as s`;
}

export interface Hit extends Position {
  /** Total number of hits, when it is available without an extra query. */
  total: number | null;
}

/** One page of hits, newest first. With a start filter, the total comes with the page. */
export const pageOf = (
  tx: Tx,
  filters: Filters,
  start: StartFilter | 'newest',
  page: Page,
): Sql => sql`
  select s.prospect_id as id, s.created_at as at,
         ${start === 'newest' ? sql`null::int` : sql`count(*) over ()::int`} as total
  from ${source(tx, filters, start, page)}
  where ${conditions(tx, filters, start)} ${start === 'newest' ? empty : afterPosition(page)}
  order by s.created_at desc, s.prospect_id desc
  offset ${page.skip} limit ${page.take}`;

export const selectPage = (tx: Tx, page: Sql) => tx.rows<Hit>(page);

/** Prospects in a stage or in the workspace, from stored counts: scanning 10,001 rows took 8 ms. */
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
  start: StartFilter | 'newest',
  limit: number,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${source(tx, filters, start, wholeRange)}
      where ${conditions(tx, filters, start)} limit ${limit}) as hit`);
  return row!.count;
}

/** The last position scanned when the scan limit was reached; null if everything was scanned. */
export async function scanLimitPosition(
  tx: Tx,
  filters: Filters,
  page: Page,
): Promise<Position | null> {
  const scanLimit = maxScanned(filters);
  if (scanLimit === null) return null;
  const [last, unseen] = await tx.rows<Position>(sql`
    select s.prospect_id as id, s.created_at as at
    from ${source(tx, filters, 'newest', page, scanLimit + 1)}
    offset ${scanLimit - 1} limit 2`);
  return unseen ? last! : null;
}

/** Whether the scan limit was reached. Without date filters, board_count answers it. */
export async function reachesScanLimit(tx: Tx, filters: Filters): Promise<boolean> {
  const scanLimit = maxScanned(filters);
  if (scanLimit === null) return false;
  if (filters.createdFrom === null && filters.createdBefore === null)
    return (await countStages(tx, null)) > scanLimit;
  return (await scanLimitPosition(tx, filters, wholeRange)) !== null;
}
