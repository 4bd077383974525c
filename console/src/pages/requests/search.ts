import type { StatusClass } from '@outcrop/contract';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

const statuses: readonly StatusClass[] = ['2xx', '4xx', '5xx'];

/** The filters, named as in the endpoint's query, and the open request. */
export type RequestSearch = ReturnType<typeof requestSearch>;

export function requestSearch(given: Record<string, unknown>) {
  const status = oneOf(statuses, given['status']);
  const texts = pickStrings(given, 'correlationId', 'path', 'tokenId', 'from', 'to', 'request');
  return { ...texts, ...(status && { status }) };
}
