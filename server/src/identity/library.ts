import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { cookieNames } from './cookies.ts';
import { oneTimeLinks } from './one-time-links.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { secondFactorCodes } from './second-factor-codes.ts';
import type { SessionSecrets } from './session-secrets.ts';

interface Options {
  pool: Pool;
  secrets: SessionSecrets;
  /** Whether people come by https. */
  secure: boolean;
  /** Called with the code of a link by which someone may set a new password. */
  mailReset: (user: { name: string; email: string }, code: string) => Promise<void>;
  /** Called when someone has used such a link, and so reads the mail of their address. */
  provenByMail: (userId: string) => Promise<void>;
  log: FastifyBaseLogger;
}

/** The header in which we tell the library where a request comes from; no caller can set it. */
export const addressHeader = 'x-outcrop-address';

const day = 86_400;

/**
 * better-auth, which knows who someone is and nothing else. It has no route of its own: our lines
 * call it, so that limits, origins, errors and the log are the same for all.
 */
export function createLibrary({ pool, secrets, secure, mailReset, provenByMail, log }: Options) {
  const names = cookieNames(secure);
  return betterAuth({
    appName: 'Outcrop',
    // For links and redirects that it never makes.
    baseURL: 'http://127.0.0.1',
    secret: secrets.oldest,
    secrets: secrets.versions,
    database: pool,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error(`sign-in: ${message}`) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // The contract has counted characters; these count bytes of another kind, and never decide.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3_600,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => isPassword(hash, password),
      },
      sendResetPassword: ({ user, token }) => mailReset(user, token),
      onPasswordReset: ({ user }) => provenByMail(user.id),
    },
    // A week from signing in, and not longer however often it is used.
    session: { expiresIn: 7 * day, disableSessionRefresh: true },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: names.session,
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: {
        session_token: { name: names.session },
        two_factor: { name: names.secondFactor },
      },
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    plugins: [twoFactor({ issuer: 'Outcrop' }), secondFactorCodes(), oneTimeLinks()],
  });
}
