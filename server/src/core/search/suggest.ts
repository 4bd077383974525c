import type { Prospect } from '@outcrop/contract';
import { readName } from '@outcrop/contract/identity';
import { empty, join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { conditionsOf, type Filters } from './filters.sql.ts';
import { storedKeys } from './key-rules.ts';
import * as starts from './starts.sql.ts';
import { queryWords } from './words.ts';

type Suggestion = Pick<
  Prospect,
  'id' | 'fullName' | 'title' | 'companyName' | 'email' | 'linkedinUrl'
>;
type Row = Suggestion & Pick<Prospect, 'firstName' | 'lastName'>;

/** How many prospects are checked of the newest, and as many with the rarest word. */
const maxChecked = 500;

/** Prospects for a query that is still being typed: the newest of those that are checked, without a total. */
export async function suggest(tx: Tx, q: string, take: number): Promise<Suggestion[]> {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  const keyHolders =
    email === null && linkedin === null
      ? []
      : await starts.selectKeyHolders(tx, { email, linkedin });
  if (keyHolders.length > 0)
    return select(tx, sql`select unnest(${keyHolders}::uuid[]) as id`, empty, take);
  const words = queryWords(q);
  if (words.length === 0) return [];
  const { onRow } = conditionsOf(tx, { words }, ['words']);
  return select(tx, await candidates(tx, { words }), sql`where ${join(onRow, ' and ')}`, take);
}

/**
 * The prospects to check. A rare word gives all of its own. Of a common one, some are checked beside the
 * newest of the workspace: to sort them all took 160 ms in a workspace of a million.
 */
async function candidates(tx: Tx, filters: Filters): Promise<Sql> {
  const newest = sql`(
    select id from prospect where workspace_id = ${tx.workspaceId} order by id desc limit ${maxChecked})`;
  const [start] = await starts.startFromWords(tx, filters, maxChecked);
  if (start === undefined) return newest;
  const ids = start.ids(() => sql`true`);
  return start.hits <= maxChecked
    ? sql`select id from (${ids}) as rare group by id`
    : sql`${newest} union (select id from (${ids} limit ${maxChecked}) as common)`;
}

/** OFFSET 0 keeps the lookups one by one. */
async function select(tx: Tx, ids: Sql, where: Sql, take: number): Promise<Suggestion[]> {
  const rows = await tx.rows<Row>(sql`
    select p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName",
           p.title, p.company_name as "companyName", p.email, p.linkedin_url as "linkedinUrl"
    from (${ids}) as h
    cross join lateral (
      select * from prospect where workspace_id = ${tx.workspaceId} and id = h.id offset 0) as p
    ${where}
    order by p.id desc
    limit ${take}`);
  return rows.map(({ firstName, lastName, fullName, ...row }) => ({
    ...row,
    fullName: readName({ fullName, firstName, lastName }).fullName,
  }));
}
