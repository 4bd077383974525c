import { manageEndpoints, type ProspectFilter } from '@outcrop/contract';
import type { Tx } from '../platform/db/index.ts';
import { getProspects } from './get-prospects.ts';

/** The people whom a filter matches, newest first, 500 at a time: for work on all of them. */
export async function findProspects(
  tx: Tx,
  filter: ProspectFilter,
  cursor: string | null,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const given = Object.entries({ ...filter, cursor: cursor ?? undefined, returnIds: true });
  const query = manageEndpoints.getProspects.query.parse(
    Object.fromEntries(
      given
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
  );
  const { ids, nextCursor } = await getProspects({ query, tx });
  return { ids: ids!, nextCursor };
}
