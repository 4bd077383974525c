import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';

const stepMs = 30_000;
/** How many codes before and after the present one are taken: clocks differ a little. */
const window = 1;

/** The code of an authenticator in one step of 30 seconds (RFC 4226). */
function codeAt(secret: string, step: number): Buffer {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return Buffer.from(String(number % 1_000_000).padStart(6, '0'));
}

/** The step whose code this is, if it is taken now. */
function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const given = Buffer.from(code);
  const present = Math.floor(now / stepMs);
  const steps = Array.from({ length: 2 * window + 1 }, (_, place) => present - window + place);
  const matching = steps.filter((step) => {
    const right = codeAt(secret, step);
    return right.length === given.length && timingSafeEqual(right, given);
  });
  return matching[0] ?? null;
}

interface SecondFactor {
  userId: string;
  secret: string;
  lockedUntil: Date | null;
}

/**
 * Tells whose second factor is asked for, in a session or in a sign-in that has begun, and to which
 * step a code belongs. The library only tells right from wrong, and takes a right one repeatedly.
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
          const begun = session ? null : await ctx.getSignedCookie(name, secret);
          const challenge = begun ? await internalAdapter.findVerificationValue(begun) : null;
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
