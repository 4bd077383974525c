import type { ProspectFilter } from '@outcrop/contract';
import type { Tx } from '../platform/db/index.ts';

/** Finds prospects that match a filter, one page at a time. */
export type FindProspects = (
  tx: Tx,
  filter: ProspectFilter,
  cursor: string | null,
) => Promise<{ ids: string[]; nextCursor: string | null }>;
