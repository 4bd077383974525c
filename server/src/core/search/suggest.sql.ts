import type { Prospect } from '@outcrop/contract';
import { empty, join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { conditionsOf } from './filters.sql.ts';
import type { QueryWord } from './word-rules.ts';

type Row = Pick<
  Prospect,
  'id' | 'fullName' | 'firstName' | 'lastName' | 'title' | 'companyName' | 'email' | 'linkedinUrl'
>;

/** The newest prospects of the workspace, as `p`. */
export const newestProspects = (tx: Tx, limit: number): Sql => sql`(
  select * from prospect where workspace_id = ${tx.workspaceId} order by id desc limit ${limit}) as p`;

/** The prospects with these ids, as `p`. OFFSET 0 keeps the lookups one by one. */
export const prospectsById = (tx: Tx, ids: Sql): Sql => sql`
  (select id from (${ids}) as found group by id) as h
  cross join lateral (
    select * from prospect where workspace_id = ${tx.workspaceId} and id = h.id offset 0) as p`;

/** The newest of some prospects that have all words. */
export function selectSuggested(tx: Tx, source: Sql, words: QueryWord[], take: number) {
  const { onRow } = conditionsOf(tx, words.length === 0 ? {} : { words });
  return tx.rows<Row>(sql`
    select p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName",
           p.title, p.company_name as "companyName", p.email, p.linkedin_url as "linkedinUrl"
    from ${source}
    ${onRow.length === 0 ? empty : sql`where ${join(onRow, ' and ')}`}
    order by p.id desc
    limit ${take}`);
}
