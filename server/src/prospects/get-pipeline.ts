import type { ManageResult } from '@outcrop/contract';
import { stages } from '@outcrop/contract/stages';
import { searchProspects } from '../core/search/search-prospects.ts';
import type { ManageCall } from '../core/sign-in/call.ts';

const pageSize = 25;

/** The first page of every stage; the searches share their round trips. */
export async function getPipeline({
  query,
  tx,
}: ManageCall<'getPipeline'>): Promise<ManageResult<'getPipeline'>> {
  const columns = stages.map(async (stage) => {
    const { items, total, totalIsCapped, nextCursor } = await searchProspects(
      tx,
      { ...query, stage: [stage] },
      { pageSize },
    );
    return { stage, prospects: items, total: total ?? 0, totalIsCapped, nextCursor };
  });
  return { columns: await Promise.all(columns) };
}
