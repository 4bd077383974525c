import pg from 'pg';
import type { Config } from '../../config.ts';
import { signInUrlOf } from '../../platform/db/create-database.ts';
import { Database, sql } from '../../platform/db/index.ts';
import { type CheckResult, okResult, problemResult, warningResult } from './run-checks.ts';

const timeoutMs = 5_000;
const oldestVersion = 15;

/** Opens the database as a role that is known to connect. */
export const openDatabase = (url: string): Database =>
  new Database({
    url,
    poolSize: 2,
    timeouts: { statementMs: timeoutMs, lockMs: 1_000 },
    connectTimeoutMs: timeoutMs,
  });

export const roleUrls = (config: Config) => ({
  DATABASE_URL: config.DATABASE_URL,
  DATABASE_OWNER_URL: config.DATABASE_OWNER_URL,
  DATABASE_SIGN_IN_URL: signInUrlOf(config),
});
export type RoleVariable = keyof ReturnType<typeof roleUrls>;

/** The database behind a URL, or why it cannot be reached. */
export async function identifyDatabase(
  variable: RoleVariable,
  url: string,
): Promise<{ identity: string } | { failure: CheckResult }> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(
      `select format('%s %s', oid, pg_postmaster_start_time()) as identity
       from pg_database where datname = current_database()`,
    );
    return { identity: rows[0]!.identity };
  } catch (error) {
    return { failure: unreachableResult(variable, error as Error & { code?: string }) };
  } finally {
    client?.end().catch(() => {});
  }
}

const connectRemedies: Record<string, string> = {
  '28P01': 'Set the password of the role in the URL, or run "npm run db:create", which sets it.',
  '28000': 'Run "npm run db:create", which creates the roles, or allow the role in pg_hba.conf.',
  '3D000': 'Run "npm run db:create", which creates the database.',
  '53300': 'Raise max_connections in PostgreSQL, or lower DATABASE_POOL_SIZE.',
};

function unreachableResult(variable: RoleVariable, error: Error & { code?: string }): CheckResult {
  const remedy =
    connectRemedies[error.code ?? ''] ??
    'Check host and port, that PostgreSQL runs, and that a firewall lets this machine through.';
  return problemResult(`${variable} does not connect: ${error.message || error.code}`, remedy);
}

/** Version and encoding. */
export async function checkServer(app: Database): Promise<CheckResult[]> {
  const [server] = await app.query<{
    version: string;
    number: number;
    encoding: string;
    ctypeKnowsLetters: boolean;
    isReplica: boolean;
  }>(sql`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::integer as number,
           current_setting('server_encoding') as encoding,
           lower('ÄΩ') = 'äω' as "ctypeKnowsLetters",
           pg_is_in_recovery() as "isReplica"`);
  const { version, number, encoding, ctypeKnowsLetters, isReplica } = server!;
  const findings: CheckResult[] = [];
  if (number < oldestVersion * 10_000)
    findings.push(
      problemResult(`PostgreSQL ${version} is too old.`, 'Upgrade PostgreSQL to 15 or newer.'),
    );
  if (encoding !== 'UTF8' || !ctypeKnowsLetters)
    findings.push(
      problemResult(
        `The encoding ${encoding} or the ctype of the database does not know letters beyond ASCII.`,
        'Restore a dump into a database of "npm run db:create -- --empty". See docs/backup.md.',
      ),
    );
  if (isReplica)
    findings.push(
      problemResult(
        'This PostgreSQL is a replica, which only reads.',
        'Connect to the primary server.',
      ),
    );
  return findings.length > 0 ? findings : [okResult(`PostgreSQL ${version}, ${encoding}`)];
}

const maxGapMs = 2_000;
const maxGapOfCodesMs = 15_000;

/** Compares the clocks of this machine and of PostgreSQL. */
export async function checkClock(app: Database, now: () => number): Promise<CheckResult> {
  const sentAt = now();
  const [row] = await app.query<{ time: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as time`,
  );
  const receivedAt = now();
  // PostgreSQL read its clock between the two.
  const gapMs = Math.max(0, sentAt - row!.time, row!.time - receivedAt);
  const seconds = (gapMs / 1_000).toFixed(1);
  const remedy = 'Synchronize the clocks of both machines with NTP (timedatectl set-ntp true).';
  if (gapMs > maxGapOfCodesMs)
    return problemResult(
      `The clocks of this machine and of PostgreSQL differ by ${seconds} s.`,
      remedy,
    );
  if (gapMs > maxGapMs)
    return warningResult(
      `The clocks of this machine and of PostgreSQL differ by ${seconds} s.`,
      remedy,
    );
  return okResult(`in agreement with PostgreSQL`);
}
