import { isAPIError } from 'better-auth/api';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type Sql, sql, toApiError } from '../../platform/db/index.ts';
import type { BrowserClient } from '../../platform/http/endpoint-call.ts';
import type { PublicOrigin } from '../../platform/http/public-origin.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SessionSecrets } from './session-secrets.ts';
import {
  addressHeader,
  cookieNames,
  createSignInLibrary,
  readSessionToken,
  requireSignInRole,
  resignCookies,
} from './sign-in-library.ts';

interface IdentityOptions {
  url: string;
  timeoutMs: number;
  secrets: SessionSecrets;
  origin: PublicOrigin;
  mailer: Mailer | undefined;
  log: FastifyBaseLogger;
}

type Library = ReturnType<typeof createSignInLibrary>;
type LibraryResult<T> = { headers: Headers; response: T };

/** Passwords, second factors and sessions, on a database role that can access nothing else. */
export class Identity {
  readonly #pool: pg.Pool;
  readonly #secrets: SessionSecrets;
  readonly #library: Library;
  readonly #cookies: ReturnType<typeof cookieNames>;

  constructor({ url, timeoutMs, secrets, origin, mailer, log }: IdentityOptions) {
    this.#secrets = secrets;
    this.#cookies = cookieNames(origin.isSecure);
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    this.#pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.#library = createSignInLibrary({
      pool: this.#pool,
      secrets,
      secure: origin.isSecure,
      sendResetEmail: async ({ name, email }, code) =>
        mailer?.send({
          to: email,
          subject: 'Reset your Outcrop password',
          text: resetEmailText(name, origin.link('reset', code)),
        }),
      onEmailProven: (userId) => this.#onEmailProven(userId),
      log,
    });
  }

  /** The session token of a request. */
  sessionTokenIn(cookieHeader: string | undefined): string | undefined {
    return readSessionToken(cookieHeader, this.#cookies.session, this.#secrets.all);
  }

  /** Removes the session cookie: signing in always creates a new session. */
  withoutSession(client: BrowserClient): BrowserClient {
    const others = client.cookie
      .split(';')
      .filter((part) => !part.trim().startsWith(`${this.#cookies.session}=`));
    return { ...client, cookie: others.join(';') };
  }

  /**
   * Calls the library for the client and sets the cookies it returns. If the library rejects the
   * request, returns its error code.
   */
  async call<T>(
    client: BrowserClient,
    request: (api: Library['api'], headers: Headers) => Promise<LibraryResult<T>>,
  ): Promise<{ response: T } | { errorCode: string }> {
    const headers = new Headers({
      cookie: resignCookies(client.cookie, Object.values(this.#cookies), this.#secrets.all),
      'user-agent': client.userAgent,
      [addressHeader]: client.address,
    });
    try {
      const result = await request(this.#library.api, headers);
      client.setCookies(result.headers.getSetCookie());
      return { response: result.response };
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500)
        return { errorCode: String(error.body?.code ?? error.status) };
      if (isUnreadableSecret(error)) return { errorCode: unreadableSecret };
      throw toApiError(error);
    }
  }

  /** Queries the library's tables, for features that it lacks. */
  async rows<Row>(statement: Sql): Promise<Row[]> {
    try {
      return (await this.#pool.query(statement)).rows as Row[];
    } catch (error) {
      throw toApiError(error);
    }
  }

  /**
   * An account may have been created by someone who never proved that the email address is theirs.
   * The owner of the mailbox takes it over here, including a second factor.
   */
  async #onEmailProven(userId: string): Promise<void> {
    await this.rows(sql`
      with proven as (
        update "user" set "emailVerified" = true, "twoFactorEnabled" = false
        where "id" = ${userId} and not "emailVerified" returning "id"
      )
      delete from "twoFactor" where "userId" in (select "id" from proven)`);
  }

  /** Detects a wrong role at startup and not at the first sign-in. */
  requireOwnRole(): Promise<void> {
    return requireSignInRole(async (statement) => (await this.#pool.query(statement)).rows);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Sealed with a secret that is no longer configured. */
export const unreadableSecret = 'SEALED_WITH_ANOTHER_SECRET';
const isUnreadableSecret = (error: unknown) =>
  error instanceof Error &&
  /^(invalid tag|Secret version \d+ not found|Cannot decrypt legacy)/.test(error.message);

const resetEmailText = (name: string, link: string) => `Hello ${name},

Someone requested a password reset for your Outcrop account. If it was you, set a new password within an hour:

${link}

If it was not you, ignore this email. Your password stays the same.
`;
