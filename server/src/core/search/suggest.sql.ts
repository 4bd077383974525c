import type { Prospect } from '@outcrop/contract';
import { empty, join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { conditionsOf } from './filters.sql.ts';
import type { Start } from './starts.sql.ts';
import type { QueryWord } from './words.ts';

/** How many prospects are checked of the newest, and as many with the rarest word. */
export const maxChecked = 500;

/**
 * The prospects to check. A rare word gives all of its own. Of a common one, some are checked beside the
 * newest of the workspace: to sort them all took 160 ms in a workspace of a million.
 */
export function candidates(tx: Tx, start: Start | undefined): Sql {
  const newest = sql`(
    select id from prospect where workspace_id = ${tx.workspaceId} order by id desc limit ${maxChecked})`;
  if (start === undefined) return newest;
  const ids = start.ids(() => sql`true`);
  return start.hits <= maxChecked
    ? sql`select id from (${ids}) as rare group by id`
    : sql`${newest} union (select id from (${ids} limit ${maxChecked}) as common)`;
}

export type SuggestedRow = Pick<
  Prospect,
  'id' | 'fullName' | 'firstName' | 'lastName' | 'title' | 'companyName' | 'email' | 'linkedinUrl'
>;

/** The newest of these prospects that have all words. OFFSET 0 keeps the lookups one by one. */
export function selectSuggested(tx: Tx, ids: Sql, words: QueryWord[], take: number) {
  const { onRow } = conditionsOf(tx, { words }, words.length === 0 ? [] : ['words']);
  return tx.rows<SuggestedRow>(sql`
    select p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName",
           p.title, p.company_name as "companyName", p.email, p.linkedin_url as "linkedinUrl"
    from (${ids}) as h
    cross join lateral (
      select * from prospect where workspace_id = ${tx.workspaceId} and id = h.id offset 0) as p
    ${onRow.length === 0 ? empty : sql`where ${join(onRow, ' and ')}`}
    order by p.id desc
    limit ${take}`);
}
