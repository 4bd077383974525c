import { readName } from '@outcrop/contract/identity';
import { sql, type Tx } from '../../platform/db/index.ts';
import { storedKeys } from './key-rules.ts';
import { selectKeyHolders, startsFromWords } from './starts.sql.ts';
import { newestProspects, prospectsById, selectSuggested } from './suggest.sql.ts';
import { queryWords } from './word-rules.ts';

/** How many of the newest prospects are checked, and how many with the rarest word. */
const maxChecked = 500;

/** Prospects for a query that is still being typed: the first that are found, without a total. */
export async function suggest(tx: Tx, q: string, take: number) {
  return (await find(tx, q, take)).map(({ firstName, lastName, fullName, ...row }) => ({
    ...row,
    fullName: readName({ fullName, firstName, lastName }).fullName,
  }));
}

/** A rare word finds all its prospects. Common ones are looked for among the newest, then among their own. */
async function find(tx: Tx, q: string, take: number) {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  if (email !== null || linkedin !== null) {
    const holders = await selectKeyHolders(tx, { email, linkedin });
    const ids = sql`select unnest(${holders}::uuid[]) as id`;
    if (holders.length > 0) return selectSuggested(tx, prospectsById(tx, ids), [], take);
  }
  const words = queryWords(q);
  if (words.length === 0) return [];
  const [start] = await startsFromWords(tx, { words }, maxChecked);
  const isRare = start !== undefined && start.hits <= maxChecked;
  const newest = isRare
    ? []
    : await selectSuggested(tx, newestProspects(tx, maxChecked), words, take);
  if (start === undefined || newest.length === take) return newest;
  const ids = sql`${start.ids(() => sql`true`)} limit ${maxChecked}`;
  const others = await selectSuggested(tx, prospectsById(tx, ids), words, take);
  const known = new Set(newest.map(({ id }) => id));
  return [...newest, ...others.filter(({ id }) => !known.has(id))].slice(0, take);
}
