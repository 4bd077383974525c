import type { LoggedRequest, StatusClass } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface RequestLogFilters {
  correlationId: string | null;
  status: StatusClass | null;
  path: string | null;
  tokenId: string | null;
  caller: 'token' | 'console' | null;
  from: Date | null;
  before: Date | null;
}

interface Position {
  at: Date;
  id: string;
}

export type StoredRequest = Omit<LoggedRequest, 'at'> & { at: Date };

/** A page scans no more rows; the next page continues after them. */
const maxScanned = 50_000;

/** The newest requests, found by an index. */
const scanRequests = (
  tx: Tx,
  filters: RequestLogFilters,
  after: Position | null,
  limit: number,
): Sql => sql`
  select * from request_log
  where workspace_id = ${tx.workspaceId}
    ${filters.correlationId === null ? sql`` : sql`and correlation_id = ${filters.correlationId}`}
    ${filters.tokenId === null ? sql`` : sql`and token_id = ${filters.tokenId}`}
    ${filters.status === null || filters.status === '2xx' ? sql`` : statusConditions[filters.status]}
    ${filters.from === null ? sql`` : sql`and at >= ${filters.from}`}
    ${filters.before === null ? sql`` : sql`and at < ${filters.before}`}
    ${after ? sql`and at <= ${after.at} and (at, correlation_id) < (${after.at}, ${after.id})` : sql``}
  order by at desc, correlation_id desc
  limit ${limit}`;

/** Without parameters, because the conditions must match the partial indexes literally. */
const statusConditions: Record<Exclude<StatusClass, '2xx'>, Sql> = {
  '4xx': sql`and status between 400 and 499`,
  '5xx': sql`and status between 500 and 599`,
};

export const selectRequests = (
  tx: Tx,
  filters: RequestLogFilters,
  after: Position | null,
  limit: number,
): Promise<StoredRequest[]> =>
  tx.rows<StoredRequest>(sql`
    select call.correlation_id as "correlationId", call.at, call.method, call.path, call.status, call.ms,
           call.token_id as "tokenId", token.name as "tokenName", call.user_id as "userId",
           call.error_code as "errorCode", call.problems, call.replayed,
           call.request_bytes as "requestBytes", call.answer_bytes as "answerBytes", call.sent
    from (${scanRequests(tx, filters, after, maxScanned)}) as call
    left join api_token token on token.workspace_id = ${tx.workspaceId} and token.id = call.token_id
    where true
      ${filters.status === '2xx' ? sql`and call.status < 300` : sql``}
      ${filters.path === null ? sql`` : sql`and call.path = ${filters.path}`}
      ${filters.caller === 'token' ? sql`and call.token_id is not null` : sql``}
      ${filters.caller === 'console' ? sql`and call.token_id is null` : sql``}
    order by call.at desc, call.correlation_id desc
    limit ${limit}`);

/** The position of the last scanned row; null if all rows were scanned. */
export async function nextScanPosition(
  tx: Tx,
  filters: RequestLogFilters,
  after: Position | null,
): Promise<Position | null> {
  const isScanned = filters.path !== null || filters.caller !== null || filters.status === '2xx';
  if (!isScanned) return null;
  const [last, unseen] = await tx.rows<Position>(sql`
    select at, correlation_id as id from (${scanRequests(tx, filters, after, maxScanned + 1)}) as walked
    offset ${maxScanned - 1} limit 2`);
  return unseen ? last! : null;
}

/** Also true for a token in the log that was deleted with its owner. */
export async function isToken(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from api_token where workspace_id = ${tx.workspaceId} and id = ${id}
    union all
    (select from request_log where workspace_id = ${tx.workspaceId} and token_id = ${id} limit 1)`);
  return rows.length > 0;
}
