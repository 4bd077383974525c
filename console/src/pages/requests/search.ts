import type { StatusClass } from '@outcrop/contract';
import { oneOf, textsOf } from '../../search.ts';

const statuses: readonly StatusClass[] = ['2xx', '4xx', '5xx'];

/** Which requests are listed, by names of the line's query, and which one is open. */
export type RequestSearch = ReturnType<typeof requestSearch>;

export function requestSearch(given: Record<string, unknown>) {
  const status = oneOf(statuses, given['status']);
  const texts = textsOf(given, 'correlationId', 'path', 'tokenId', 'from', 'to', 'request');
  return { ...texts, ...(status && { status }) };
}
