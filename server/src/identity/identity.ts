import { isAPIError } from 'better-auth/api';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { asApiError, type Sql, sql } from '../platform/db/index.ts';
import type { Visit } from '../platform/http/call.ts';
import type { PublicOrigin } from '../platform/http/public-origin.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { cookieNames, sessionToken, signedAnew } from './cookies.ts';
import { addressHeader, createLibrary } from './library.ts';
import type { SessionSecrets } from './session-secrets.ts';

interface Options {
  url: string;
  secrets: SessionSecrets;
  origin: PublicOrigin;
  mailer: Mailer | undefined;
  log: FastifyBaseLogger;
}

type Library = ReturnType<typeof createLibrary>;
type Answered<T> = { headers: Headers; response: T };

/** Who someone is: passwords, second factors and sessions, on a connection that sees nothing else. */
export class Identity {
  readonly #pool: pg.Pool;
  readonly #secrets: SessionSecrets;
  readonly #library: Library;
  readonly #cookies: ReturnType<typeof cookieNames>;

  constructor({ url, secrets, origin, mailer, log }: Options) {
    this.#secrets = secrets;
    this.#cookies = cookieNames(origin.isSecure);
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    this.#pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.#library = createLibrary({
      pool: this.#pool,
      secrets,
      secure: origin.isSecure,
      mailReset: async ({ name, email }, code) =>
        mailer?.send({
          to: email,
          subject: 'A new password for Outcrop',
          text: resetLetter(name, origin.link('reset', code)),
        }),
      provenByMail: (userId) => this.#provenByMail(userId),
      log,
    });
  }

  /** The token of the session that a request comes with. */
  tokenIn(cookieHeader: string | undefined): string | undefined {
    return sessionToken(cookieHeader, this.#cookies.session, this.#secrets.all);
  }

  /** As if nobody were signed in: whoever signs in gets a new session, whatever they came with. */
  asGuest(visit: Visit): Visit {
    const others = visit.cookie
      .split(';')
      .filter((part) => !part.trim().startsWith(`${this.#cookies.session}=`));
    return { ...visit, cookie: others.join(';') };
  }

  /**
   * Asks the library for something, in the name of whoever is at the other end, and gives them the
   * cookies that it answers with. What it refuses is the code of its refusal.
   */
  async ask<T>(
    visit: Visit,
    question: (api: Library['api'], headers: Headers) => Promise<Answered<T>>,
  ): Promise<{ answer: T } | { refused: string }> {
    const headers = new Headers({
      cookie: signedAnew(visit.cookie, Object.values(this.#cookies), this.#secrets.all),
      'user-agent': visit.userAgent,
      [addressHeader]: visit.address,
    });
    try {
      const answered = await question(this.#library.api, headers);
      visit.setCookies(answered.headers.getSetCookie());
      return { answer: answered.response };
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500)
        return { refused: String(error.body?.code ?? error.status) };
      if (isUnreadable(error)) return { refused: unreadable };
      throw asApiError(error);
    }
  }

  /** Rows of its own tables, for what the library has no word for. */
  async rows<Row>(statement: Sql): Promise<Row[]> {
    try {
      return (await this.#pool.query(statement)).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    }
  }

  /**
   * Whoever set up an account for an address that they never proved to be theirs loses it here to
   * the one who reads its mail, a second factor included.
   */
  async #provenByMail(userId: string): Promise<void> {
    await this.rows(sql`
      with proven as (
        update "user" set "emailVerified" = true, "twoFactorEnabled" = false
        where "id" = ${userId} and not "emailVerified" returning "id"
      )
      delete from "twoFactor" where "userId" in (select "id" from proven)`);
  }

  /** A wrong role is found at the start, and not by the first person who signs in. */
  async requireOwnRole(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ name: string; sees: boolean }>(sql`
        select current_user as name, has_schema_privilege('public', 'usage') as sees
        from (select 1 from "session" limit 0) as own right join (select 1) as one on true`);
      if (rows[0]?.sees) throw new Error(`"${rows[0].name}" sees more than accounts and sessions`);
    } catch (error) {
      throw new Error(
        'DATABASE_SIGN_IN_URL must connect as outcrop_sign_in. "npm run db:create" makes that role.',
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** What is sealed with a secret that nobody has any more. */
export const unreadable = 'SEALED_WITH_ANOTHER_SECRET';
const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  /^(invalid tag|Secret version \d+ not found|Cannot decrypt legacy)/.test(error.message);

const resetLetter = (name: string, link: string) => `Hello ${name},

someone asked for a new password for your Outcrop account. If it was you, set it here within an hour:

${link}

If it was not you, there is nothing to do: your password stays as it is.
`;
