import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import {
  isToken,
  nextScanPosition,
  type RequestLogFilters,
  selectRequests,
} from './request-log.sql.ts';

/** The workspace's requests, newest first. The cost does not grow with their number. */
export async function getRequestLog({
  query,
  tx,
}: ManageCall<'getRequestLog'>): Promise<ManageResult<'getRequestLog'>> {
  const { cursor, limit = 50, from, to, ...otherFilters } = query;
  const filters: RequestLogFilters = {
    correlationId: otherFilters.correlationId ?? null,
    status: otherFilters.status ?? null,
    path: otherFilters.path ?? null,
    tokenId: otherFilters.tokenId ?? null,
    caller: otherFilters.caller ?? null,
    from: from?.from ?? null,
    before: to?.before ?? null,
  };
  const after = cursor === undefined ? null : readCursor(cursor, filters);
  const found = await selectRequests(tx, filters, after, limit + 1);
  if (found.length === 0 && filters.tokenId !== null && !(await isToken(tx, filters.tokenId)))
    throw notFound('token', filters.tokenId);
  const requests = found.slice(0, limit);
  const last = requests.at(-1);
  const end =
    found.length > limit
      ? { at: last!.at, id: last!.correlationId }
      : await nextScanPosition(tx, filters, after);
  return {
    requests,
    nextCursor: end && writeCursor(end, filters),
  };
}
