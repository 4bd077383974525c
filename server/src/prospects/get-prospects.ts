import type { EndpointResult } from '@outcrop/contract';
import { type SearchFilter, searchIds, searchProspects } from '../core/search/search-prospects.ts';
import type { Call } from '../core/sign-in/call.ts';

/** Searches prospects. */
export async function getProspects({
  query,
  tx,
}: Pick<Call<'getProspects'>, 'query' | 'tx'>): Promise<EndpointResult<'getProspects'>> {
  const { page, pageSize, cursor, returnIds } = query;
  const filter = searchFilterOf(query);
  if (returnIds) {
    const { items, ...rest } = await searchIds(tx, filter, {
      cursor,
      page,
      pageSize: pageSize ?? 500,
    });
    return { ids: items, ...rest };
  }
  const { items, ...rest } = await searchProspects(tx, filter, {
    cursor,
    page,
    pageSize: pageSize ?? (query.ids ? 100 : 25),
  });
  return { prospects: items, ...rest };
}

export const searchFilterOf = ({
  createdFrom,
  createdTo,
  updatedFrom,
  updatedTo,
  ...filters
}: Call<'getProspects'>['query']): SearchFilter => ({
  ...filters,
  createdFrom: createdFrom?.from,
  createdBefore: createdTo?.before,
  updatedFrom: updatedFrom?.from,
  updatedBefore: updatedTo?.before,
});
