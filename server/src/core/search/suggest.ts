import { readName } from '@outcrop/contract/identity';
import { sql, type Tx } from '../../platform/db/index.ts';
import { storedKeys } from './key-rules.ts';
import { selectKeyHolders, startFromWords } from './starts.sql.ts';
import { candidates, maxChecked, type SuggestedRow, selectSuggested } from './suggest.sql.ts';
import { queryWords } from './words.ts';

/** Prospects for a query that is still being typed: the newest of those that are checked, without a total. */
export async function suggest(tx: Tx, q: string, take: number) {
  return (await find(tx, q, take)).map(({ firstName, lastName, fullName, ...row }) => ({
    ...row,
    fullName: readName({ fullName, firstName, lastName }).fullName,
  }));
}

async function find(tx: Tx, q: string, take: number): Promise<SuggestedRow[]> {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  if (email !== null || linkedin !== null) {
    const ids = await selectKeyHolders(tx, { email, linkedin });
    if (ids.length > 0)
      return selectSuggested(tx, sql`select unnest(${ids}::uuid[]) as id`, [], take);
  }
  const words = queryWords(q);
  if (words.length === 0) return [];
  const [start] = await startFromWords(tx, { words }, maxChecked);
  return selectSuggested(tx, candidates(tx, start), words, take);
}
