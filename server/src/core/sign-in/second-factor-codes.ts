import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';
import { type Database, sql } from '../../platform/db/index.ts';
import type { SessionSecrets } from './session-secrets.ts';

const stepMs = 30_000;
/** Accepted codes before and after the current one, for clock differences. */
const window = 1;

/** The authenticator code of a 30-second step (RFC 4226). */
function codeAt(secret: string, step: number): Buffer {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return Buffer.from(String(number % 1_000_000).padStart(6, '0'));
}

/** The step of a code, if it is valid now. */
function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const sentCode = Buffer.from(code);
  const current = Math.floor(now / stepMs);
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => current - window + index);
  const matching = steps.filter((step) => {
    const right = codeAt(secret, step);
    return right.length === sentCode.length && timingSafeEqual(right, sentCode);
  });
  return matching[0] ?? null;
}

interface SecondFactor {
  userId: string;
  secret: string;
  lockedUntil: Date | null;
}

/**
 * Returns the user of a session or started sign-in, and the step of their code. The caller rejects a
 * used step, because the library accepts the same code repeatedly.
 */
export const secondFactorCodes = () =>
  ({
    id: 'second-factor-codes',
    endpoints: {
      readSecondFactorCode: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ code: z.string() }) },
        async (ctx) => {
          const { adapter, internalAdapter, secret, secretConfig } = ctx.context;
          const session = await getSessionFromCtx(ctx);
          const { name } = ctx.context.createAuthCookie('two_factor');
          const startedSignIn = session ? null : await ctx.getSignedCookie(name, secret);
          const challenge = startedSignIn
            ? await internalAdapter.findVerificationValue(startedSignIn)
            : null;
          const userId = session?.user.id ?? challenge?.value;
          const factor =
            userId &&
            (await adapter.findOne<SecondFactor>({
              model: 'twoFactor',
              where: [{ field: 'userId', value: userId }],
            }));
          if (!factor) throw new APIError('BAD_REQUEST');
          const plain = await symmetricDecrypt({ key: secretConfig, data: factor.secret });
          return {
            userId: factor.userId,
            inSession: session !== null,
            isLocked: factor.lockedUntil !== null && new Date(factor.lockedUntil) > new Date(),
            step: stepOf(plain, ctx.body.code),
          };
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

interface SealedSecondFactor {
  id: string;
  secret: string;
  backupCodes: string;
}

const batchSize = 200;

/**
 * Reseals every second factor with the current secret, as the database owner. One that changes in
 * the meantime is retried. Returns the number of resealed rows.
 */
export async function resealSecondFactors(
  owner: Database,
  secrets: SessionSecrets,
): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await owner.query<SealedSecondFactor>(sql`
      select "id", "secret", "backupCodes" from auth."twoFactor"
      where not starts_with("secret", ${secrets.prefix})
         or not starts_with("backupCodes", ${secrets.prefix})
      limit ${batchSize}`);
    if (old.length === 0) return count;
    const rows = await Promise.all(
      old.map(async ({ id, ...before }) => ({
        id,
        ...before,
        newSecret: await secrets.reseal(before.secret),
        newBackupCodes: await secrets.reseal(before.backupCodes),
      })),
    );
    await owner.query(sql`
      update auth."twoFactor" as kept
      set "secret" = swap."newSecret", "backupCodes" = swap."newBackupCodes"
      from json_to_recordset(${JSON.stringify(rows)}) as swap
        ("id" uuid, "secret" text, "backupCodes" text, "newSecret" text, "newBackupCodes" text)
      where kept."id" = swap."id" and kept."secret" = swap."secret"
        and kept."backupCodes" = swap."backupCodes"`);
    count += old.length;
  }
}
