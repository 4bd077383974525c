import type { EnrichmentResult } from '@outcrop/contract';
import { oneOf } from '../../search.ts';

export type WorkStatus = EnrichmentResult['status'];
export const workStatuses: readonly WorkStatus[] = [
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
];

/** The jobs are shown, unless the address says otherwise. */
export function enrichmentSearch(given: Record<string, unknown>): { view?: 'ledger' } {
  const view = oneOf(['ledger'] as const, given['view']);
  return view ? { view } : {};
}

/** Which results of a job are shown. */
export function jobSearch(given: Record<string, unknown>): { status?: WorkStatus } {
  const status = oneOf(workStatuses, given['status']);
  return status ? { status } : {};
}
