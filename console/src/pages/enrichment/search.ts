import type { EnrichmentResult } from '@outcrop/contract';
import { oneOf } from '../../browser/search-parameters.ts';

export type ResultStatus = EnrichmentResult['status'];
export const resultStatuses: readonly ResultStatus[] = [
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
];

export function enrichmentSearch(given: Record<string, unknown>): { view?: 'ledger' } {
  const view = oneOf(['ledger'] as const, given['view']);
  return view ? { view } : {};
}

export function jobSearch(given: Record<string, unknown>): { status?: ResultStatus } {
  const status = oneOf(resultStatuses, given['status']);
  return status ? { status } : {};
}
