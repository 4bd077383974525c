import { createHash, randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

export const linkIdentifier = (codeHash: Buffer): string => `link:${codeHash.toString('hex')}`;

/** Signs in with a link from the operator. The link is consumed even if the sign-in fails. */
export const oneTimeLinks = () =>
  ({
    id: 'one-time-links',
    endpoints: {
      signInByLink: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ identifier: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const link = await internalAdapter.consumeVerificationValue(ctx.body.identifier);
          const user = link && (await internalAdapter.findUserById(link.value));
          if (!user) throw new APIError('BAD_REQUEST');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return { userId: user.id };
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

/** The secret part of a one-time link; only its hash is stored. */
export const newCode = (): string => randomBytes(32).toString('base64url');

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();
