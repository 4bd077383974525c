import { type ManageResult, maxSuggestions } from '@outcrop/contract';
import { suggestProspects } from '../core/search/suggest-prospects.ts';
import { hasWords, queryWords } from '../core/search/word-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { selectNameMatches } from './name-matches.sql.ts';

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Suggests prospects, lists, tags and campaigns while the user types. */
export async function getSearch({
  query: { q },
  tx,
}: Pick<ManageCall<'getSearch'>, 'query' | 'tx'>): Promise<ManageResult<'getSearch'>> {
  const words = queryWords(q);
  const parts = words.flatMap(({ ranges }) => ranges.map(({ from }) => from));
  const [prospects, nameMatches] = await Promise.all([
    suggestProspects(tx, q, maxSuggestions),
    words.length === 0 ? [] : selectNameMatches(tx, parts),
  ]);
  const matching = nameMatches.filter(({ name }) => hasWords(name, words)).sort(byName);
  const ofKind = (kind: 'list' | 'tag' | 'campaign') =>
    matching.filter((row) => row.kind === kind).slice(0, maxSuggestions);
  const idAndName = ({ id, name }: { id: string; name: string }) => ({ id, name });
  return {
    prospects,
    lists: ofKind('list').map(idAndName),
    tags: ofKind('tag').map(idAndName),
    campaigns: ofKind('campaign').map(({ id, name, status }) => ({ id, name, status })),
  };
}
