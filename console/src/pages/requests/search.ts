import type { StatusClass } from '@outcrop/contract';
import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

const statuses: readonly StatusClass[] = ['2xx', '4xx', '5xx'];

/** Tokens if not given. */
const callers = ['token', 'console', 'all'] as const;

/** The filters, named as in the endpoint's query, and the open request. */
export type RequestSearch = ReturnType<typeof requestSearch>;

export function requestSearch(given: Record<string, unknown>) {
  const status = oneOf(statuses, given['status']);
  const texts = pickStrings(given, 'correlationId', 'path', 'tokenId', 'from', 'to', 'request');
  const caller = oneOf(callers, given['caller']);
  return { ...texts, ...(status && { status }), ...(caller && { caller }) };
}

/** By default, requests of the console are left out, unless an id is searched for. */
export function requestQuery({ caller, ...filters }: Omit<RequestSearch, 'request'>) {
  const isExact = filters.correlationId !== undefined || filters.tokenId !== undefined;
  const shown = caller ?? (isExact ? 'all' : 'token');
  return shown === 'all' ? filters : { ...filters, caller: shown };
}
