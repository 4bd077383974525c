import { createHash } from 'node:crypto';
import type { SealedPlace } from '../crypto/reseal.ts';
import type { Sealing } from '../crypto/sealing.ts';
import { sql, type Tx } from '../db/index.ts';
import { ApiError } from '../error.ts';
import type { Caller } from './call.ts';
import type { Issue } from './clean.ts';

const mostCharacters = 255;

/** One use of an Idempotency-Key: what it stands for, and the body it came with. */
export interface Claim {
  scope: Buffer;
  bodyHash: Buffer;
  /** Where the answer tells a secret: it is then kept sealed. */
  sealing?: Sealing;
}

export function readKey(
  header: string | string[] | undefined,
  issues: Issue[],
): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length < 1 || key.length > mostCharacters)
    issues.push({
      path: ['Idempotency-Key'],
      message: `must have 1 to ${mostCharacters} characters`,
    });
  return key;
}

export const claimOf = (
  key: string,
  caller: Caller,
  method: string,
  path: string,
  body: Buffer,
): Claim => ({
  scope: sha256(JSON.stringify([caller.userId, method, path, key])),
  bodyHash: sha256(body),
});

/**
 * The answer of an earlier request with this key, if there was one. Two statements on purpose: the
 * look-up must have a snapshot from after the lock was taken, or it could miss the answer that the
 * previous holder of the lock has just committed.
 */
export async function earlierAnswer(
  tx: Tx,
  { scope, bodyHash, sealing }: Claim,
): Promise<object | undefined> {
  const [locks, [kept]] = await Promise.all([
    tx.rows<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumber(tx.workspaceId, scope)}::bigint) as taken`,
    ),
    tx.rows<{ body_hash: Buffer; data: object & { sealed?: string } }>(sql`
      select body_hash, data from idempotency
      where workspace_id = ${tx.workspaceId} and scope = ${scope}
        and created_at > now() - interval '24 hours'`),
  ]);
  if (!locks[0]?.taken)
    throw new ApiError(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still under way. Wait a second, then repeat it.',
      { retryAfter: 1 },
    );
  if (kept && !kept.body_hash.equals(bodyHash))
    throw new ApiError(
      'idempotency_conflict',
      'This Idempotency-Key was used with another body in the last 24 hours. Use a new key for a new request.',
    );
  if (!sealing || kept?.data.sealed === undefined) return kept?.data;
  return JSON.parse(sealing.open(kept.data.sealed, contextOf(tx, scope))) as object;
}

/** Keeps the answer in the transaction of its effect: there is never one without the other. */
export function keepAnswer(tx: Tx, { scope, bodyHash, sealing }: Claim, data: object): void {
  const plain = JSON.stringify(data);
  const kept = sealing
    ? JSON.stringify({ sealed: sealing.seal(plain, contextOf(tx, scope)) })
    : plain;
  tx.atCommit(sql`
    insert into idempotency (workspace_id, scope, body_hash, data)
    values (${tx.workspaceId}, ${scope}, ${bodyHash}, ${kept})
    on conflict (workspace_id, scope) do update
    set body_hash = excluded.body_hash, data = excluded.data, created_at = excluded.created_at`);
}

const contextOf = ({ workspaceId }: Tx, scope: Buffer) => ({
  workspaceId,
  purpose: `answer ${scope.toString('hex')}`,
});

export const sealedAnswers: SealedPlace = {
  name: 'answers to be replayed',
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
