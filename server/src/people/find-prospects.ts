import type { ProspectFilter } from '@outcrop/contract';
import type { Tx } from '../platform/db/index.ts';

/** The people whom a filter matches, page by page. */
export type FindProspects = (
  tx: Tx,
  filter: ProspectFilter,
  cursor: string | null,
) => Promise<{ ids: string[]; nextCursor: string | null }>;
