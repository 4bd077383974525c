import { createHash } from 'node:crypto';
import { errorMessages } from '@outcrop/contract';
import type { Caller } from '../caller.ts';
import type { InputIssue } from '../clean-input.ts';
import type { SealedColumn } from '../crypto/reseal-secrets.ts';
import type { Sealing } from '../crypto/sealing.ts';
import { sql, type Tx } from '../db/index.ts';
import { ApiError } from '../error.ts';

const maxKeyLength = 255;
/** A larger response is not kept: a repeated request gets an error instead, and is still done once. */
const maxStoredBytes = 256 * 1024;

/** One use of an Idempotency-Key. */
export interface IdempotencyClaim {
  scope: Buffer;
  bodyHash: Buffer;
  /** Set when the response contains a secret, which is then stored sealed. */
  sealing?: Sealing;
}

export function readIdempotencyKey(
  header: string | string[] | undefined,
  issues: InputIssue[],
): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length < 1 || key.length > maxKeyLength)
    issues.push({
      path: ['Idempotency-Key'],
      message: `must have 1 to ${maxKeyLength} characters`,
    });
  return key;
}

export const idempotencyClaimOf = (
  key: string,
  caller: Pick<Caller, 'userId'>,
  method: string,
  path: string,
  body: string | Buffer,
): IdempotencyClaim => ({
  scope: sha256(JSON.stringify([caller.userId, method, path, key])),
  bodyHash: sha256(body),
});

/** Equal for JSON values that differ only in the order of fields. */
export const canonicalJson = (json: unknown): string =>
  JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/**
 * The response of an earlier request with this key, if any. Two statements on purpose: the lookup
 * needs a snapshot from after the lock, or it could miss a response that the previous lock holder
 * just committed.
 */
export async function findStoredResponse<D extends object>(
  tx: Tx,
  { scope, bodyHash, sealing }: IdempotencyClaim,
): Promise<D | undefined> {
  const [locks, [stored]] = await Promise.all([
    tx.rows<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumber(tx.workspaceId, scope)}::bigint) as taken`,
    ),
    tx.rows<{ body_hash: Buffer; data: (D & { sealed?: string }) | null }>(sql`
      select body_hash, data from idempotency
      where workspace_id = ${tx.workspaceId} and scope = ${scope}
        and created_at > now() - interval '24 hours'`),
  ]);
  if (!locks[0]?.taken)
    throw new ApiError('idempotency_in_progress', errorMessages.keyInProgress, { retryAfter: 1 });
  if (stored && !stored.body_hash.equals(bodyHash))
    throw new ApiError('idempotency_conflict', errorMessages.keyUsed);
  if (!stored) return undefined;
  if (stored.data === null)
    throw new ApiError('idempotency_conflict', errorMessages.responseNotKept);
  if (!sealing || stored.data.sealed === undefined) return stored.data;
  return JSON.parse(sealing.open(stored.data.sealed, contextOf(tx, scope))) as D;
}

/** Stores the response in the transaction of its effect, so neither exists without the other. */
export function storeResponse(
  tx: Tx,
  { scope, bodyHash, sealing }: IdempotencyClaim,
  data: object,
): void {
  const plain = JSON.stringify(data);
  const stored = sealing
    ? JSON.stringify({ sealed: sealing.seal(plain, contextOf(tx, scope)) })
    : plain;
  const bytes = Buffer.byteLength(stored);
  const kept =
    bytes > maxStoredBytes
      ? sql`null`
      : sql`case when free_storage(${tx.workspaceId}) >= ${bytes} then ${stored}::json end`;
  tx.defer(sql`
    insert into idempotency (workspace_id, scope, body_hash, data)
    values (${tx.workspaceId}, ${scope}, ${bodyHash}, ${kept})
    on conflict (workspace_id, scope) do update
    set body_hash = excluded.body_hash, data = excluded.data, created_at = excluded.created_at`);
}

const contextOf = ({ workspaceId }: Tx, scope: Buffer) => ({
  workspaceId,
  purpose: `answer ${scope.toString('hex')}`,
});

export const sealedResponses: SealedColumn = {
  name: 'stored responses',
  select: sql`
    select workspace_id, data ->> 'sealed' as sealed, 'answer ' || encode(scope, 'hex') as purpose
    from idempotency where data ->> 'sealed' like 's1.%'`,
  update: (swap) => sql`
    update idempotency set data = json_build_object('sealed', swap.after)
    from ${swap} where data ->> 'sealed' = swap.before`,
};

const sha256 = (input: string | Buffer) => createHash('sha256').update(input).digest();

const lockNumber = (workspaceId: string, scope: Buffer) =>
  sha256(Buffer.concat([Buffer.from(workspaceId), scope]))
    .readBigInt64BE()
    .toString();
