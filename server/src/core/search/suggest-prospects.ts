import { readName } from '@outcrop/contract/identity';
import type { Tx } from '../../platform/db/index.ts';
import { probeWords, selectQueryKeyHolders, storedProbes } from './index-probes.sql.ts';
import { type NameRow, selectHitNames } from './prospect-records.sql.ts';
import {
  canPrepareStatements,
  type IndexProbe,
  type PlanFilters,
  type ProspectSource,
  type SearchPlan,
  sortByFewestHits,
} from './search-plan-rules.ts';
import { pageStatement } from './search-statements.sql.ts';
import { queryWords } from './word-rules.ts';

/** The most prospects to check: of the newest, and of those with the rarest word. */
const maxChecked = 500;

/** Prospects for a query that is still being typed: the first that are found, without a total. */
export async function suggestProspects(tx: Tx, q: string, take: number) {
  return (await findNames(tx, q, take)).map(({ firstName, lastName, fullName, ...row }) => ({
    ...row,
    fullName: readName({ fullName, firstName, lastName }).fullName,
  }));
}

/** A rare word finds all its prospects. Common words check the newest prospects first. */
async function findNames(tx: Tx, q: string, take: number): Promise<NameRow[]> {
  const select = (filters: PlanFilters, source: ProspectSource) =>
    selectHitNames(tx, pageStatement(tx, planOf(filters, source), { after: null, skip: 0, take }));
  const keyHolders = await selectQueryKeyHolders(tx, q);
  if (keyHolders.length > 0)
    return select({ ids: keyHolders }, allOfIndexes(storedProbes({ ids: keyHolders }, [])));
  const words = queryWords(q);
  if (words.length === 0) return [];
  const [rarest] = sortByFewestHits(await probeWords(tx, words, maxChecked));
  const isRare = rarest !== undefined && rarest.hits <= maxChecked;
  const newest = isRare ? [] : await select({ words }, { kind: 'workspaceInOrder' });
  if (rarest === undefined || newest.length === take) return newest;
  const known = new Set(newest.map(({ id }) => id));
  const others = (await select({ words }, allOfIndexes([rarest]))).filter(
    ({ id }) => !known.has(id),
  );
  return [...newest, ...others].slice(0, take);
}

const allOfIndexes = (indexes: IndexProbe[]): ProspectSource => ({
  kind: 'allOfIndexes',
  indexes,
  maxEntries: maxChecked,
});

/** Every prospect is checked for all words. */
const planOf = (filters: PlanFilters, source: ProspectSource): SearchPlan => ({
  filters,
  sort: '-createdAt',
  source,
  rest: filters,
  maxChecked,
  total: { kind: 'byPage', maxTotal: maxChecked },
  isPrepared: canPrepareStatements(filters),
});
