import { createHmac, timingSafeEqual } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type Sql, sql } from '../../platform/db/index.ts';
import { oneTimeLinks } from './one-time-links.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { secondFactorCodes } from './second-factor-codes.ts';
import type { SessionSecrets } from './session-secrets.ts';

interface LibraryOptions {
  pool: Pool;
  secrets: SessionSecrets;
  /** Whether the public URL is https. */
  secure: boolean;
  /** Sends the code of a password reset link. */
  sendResetEmail: (user: { name: string; email: string }, code: string) => Promise<void>;
  /** Called when a user followed such a link, which proves that they read the mailbox. */
  onEmailProven: (userId: string) => Promise<void>;
  log: FastifyBaseLogger;
}

/** Passes the client address to the library; callers cannot set it. */
export const addressHeader = 'x-outcrop-address';

const daySeconds = 86_400;

/**
 * better-auth, for authentication only. It has no routes of its own: our endpoints call it, so that
 * limits, origins, errors and logs are the same everywhere.
 */
export function createSignInLibrary({
  pool,
  secrets,
  secure,
  sendResetEmail,
  onEmailProven,
  log,
}: LibraryOptions) {
  const names = cookieNames(secure);
  return betterAuth({
    appName: 'Outcrop',
    // Required, but unused: the library creates no links or redirects.
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
      // The contract already checks the length in characters; these limits never apply.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3_600,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
      sendResetPassword: ({ user, token }) => sendResetEmail(user, token),
      onPasswordReset: ({ user }) => onEmailProven(user.id),
    },
    // One week after sign-in, without extension.
    session: {
      expiresIn: 7 * daySeconds,
      disableSessionRefresh: true,
      additionalFields: { freshAt: { type: 'date', required: false, input: false } },
    },
    databaseHooks: {
      session: {
        create: {
          // The library replaces a session when a password or a second factor changes. That is no new
          // proof, so the new session is as fresh as the one it replaces.
          before: async (_session, endpoint) => ({
            data: { freshAt: endpoint?.context.session?.session.freshAt ?? new Date() },
          }),
        },
      },
    },
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

type DatabaseRole = { name: string; sees: boolean };

/** Fails if the role of sign-in cannot see sessions, or sees more than accounts and sessions. */
export async function requireSignInRole(
  rows: (statement: Sql) => Promise<DatabaseRole[]>,
): Promise<void> {
  try {
    const [role] = await rows(sql`
      select current_user as name, has_schema_privilege('public', 'usage') as sees
      from (select 1 from "session" limit 0) as own right join (select 1) as one on true`);
    if (role?.sees) throw new Error(`"${role.name}" sees more than accounts and sessions`);
  } catch (error) {
    throw new Error(
      'DATABASE_SIGN_IN_URL must connect as outcrop_sign_in. "npm run db:create" creates that role.',
      { cause: error },
    );
  }
}

/**
 * With https, the `__Host-` prefix keeps other hosts of the domain from setting the cookie.
 * Browsers reject the prefix over http, which is for local use only.
 */
export const cookieNames = (secure: boolean) => {
  const name = secure ? '__Host-outcrop' : 'outcrop';
  return { session: name, secondFactor: `${name}-second-factor` };
};

/** The session token, if the cookie's signature is valid; a forged one causes no lookup. */
export function readSessionToken(
  header: string | undefined,
  name: string,
  secrets: readonly string[],
): string | undefined {
  const value = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const token = readSignedValue(value, secrets);
  return token !== undefined && /^\w{1,128}$/.test(token) ? token : undefined;
}

/**
 * The library checks the newest secret only, so cookies signed with an older one are signed again.
 */
export const resignCookies = (
  header: string,
  names: readonly string[],
  secrets: readonly string[],
): string =>
  header
    .split(';')
    .map((part) => {
      const [name = '', value] = part.trim().split(/=(.*)/s);
      const signed = names.includes(name) ? readSignedValue(value, secrets.slice(1)) : undefined;
      return signed === undefined ? part : ` ${name}=${signToken(signed, secrets[0]!)}`;
    })
    .join(';');

/** The cookie value for a token. */
export const signToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signatureOf(token, secret).toString('base64')}`);

/** The signed value, if one of the secrets signed it. */
function readSignedValue(
  value: string | undefined,
  secrets: readonly string[],
): string | undefined {
  const [, text, signatureText] =
    /^([\w-]{1,200})\.([A-Za-z0-9+/]{43}=)$/.exec(decodeCookie(value)) ?? [];
  if (!text || !signatureText) return undefined;
  const bytes = Buffer.from(signatureText, 'base64');
  return secrets.some((secret) => timingSafeEqual(signatureOf(text, secret), bytes))
    ? text
    : undefined;
}

const signatureOf = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest();

function decodeCookie(value = ''): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
