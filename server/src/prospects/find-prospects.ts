import { manageEndpoints, type ProspectFilter } from '@outcrop/contract';
import type { Tx } from '../platform/db/index.ts';
import { getProspects } from './get-prospects.ts';

/** Finds prospects that match a filter, newest first, 500 at a time. Used by bulk actions and exports. */
export async function findProspects(
  tx: Tx,
  filter: ProspectFilter,
  cursor: string | null,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const params = Object.entries({ ...filter, cursor: cursor ?? undefined, returnIds: true });
  const query = manageEndpoints.getProspects.query.parse(
    Object.fromEntries(
      params
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
  );
  const { ids, nextCursor } = await getProspects({ query, tx });
  return { ids: ids!, nextCursor };
}
