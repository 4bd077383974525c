import { requireSignInRole } from '../../core/sign-in/sign-in-library.ts';
import { missingPartitions } from '../../maintenance/partitions.ts';
import { type Database, sql } from '../../platform/db/index.ts';
import { requireLeastPrivilege, requireOwnTables } from '../../platform/db/privilege.ts';
import { migrationState } from '../../platform/db/schema-migrations.ts';
import {
  type CheckResult,
  describeError,
  okResult,
  problemResult,
  warningResult,
} from './run-checks.ts';

/** Each role can do what it needs, and no more. */
export async function checkRoles(roles: {
  app?: Database | undefined;
  owner?: Database | undefined;
  signIn?: Database | undefined;
}): Promise<CheckResult[]> {
  const { app, owner, signIn } = roles;
  const outcomes = await Promise.allSettled([
    app && requireLeastPrivilege(app),
    owner && requireOwnTables(owner),
    signIn && requireSignInRole((statement) => signIn.query(statement)),
  ]);
  const problems = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected'
      ? problemResult(
          describeError(outcome.reason),
          'See "Roles and database" in docs/operations.md.',
        )
      : [],
  );
  return problems.length > 0
    ? problems
    : [okResult('each one that connects has only the rights that it needs')];
}

export async function checkMigrations(ownerUrl: string): Promise<CheckResult[]> {
  const { pending, unknown, isNew, hasOtherBaseline } = await migrationState(ownerUrl);
  const names = (list: string[]) =>
    list.length > 3
      ? `${list.slice(0, 3).join(', ')} and ${list.length - 3} more`
      : list.join(', ');
  if (isNew)
    return [
      problemResult(
        'The database is empty.',
        'Run "npm run db:migrate", which creates the tables.',
      ),
    ];
  if (hasOtherBaseline)
    return [
      problemResult(
        'The database was created with another baseline.',
        'Run the version that created it, or create a new database: see docs/upgrading.md.',
      ),
    ];
  const findings: CheckResult[] = [];
  if (unknown.length > 0)
    findings.push(
      problemResult(
        `The database is newer than this version: it has ${names(unknown)}.`,
        'Run the version that migrated it. A database is not migrated back: see docs/upgrading.md.',
      ),
    );
  if (pending.some((name) => !name.endsWith('.finish')) && !pending[0]?.endsWith('.finish'))
    findings.push(
      problemResult(
        `Migrations are pending: ${names(pending)}.`,
        'Run "npm run db:migrate". It runs beside the API.',
      ),
    );
  else if (pending.length > 0)
    findings.push(
      warningResult(
        `The last upgrade is not finished: ${names(pending)}.`,
        'When all processes run this version, run "npm run db:migrate -- --finish".',
      ),
    );
  return findings.length > 0 ? findings : [okResult('all applied')];
}

export async function checkPartitions(app: Database): Promise<CheckResult> {
  const missing = await missingPartitions(app);
  return missing.length > 0
    ? problemResult(
        `${missing.join('; ')}. Writes to it fail, and /readyz returns 503.`,
        'Start a worker, which creates them, or run "npm run db:migrate".',
      )
    : okResult('present for today, tomorrow and next month');
}

/** An index whose build was interrupted slows down writes and is not read. */
export async function checkIndexes(app: Database): Promise<CheckResult> {
  const invalid = await app.query<{ name: string }>(
    sql`select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1`,
  );
  return invalid.length > 0
    ? warningResult(
        `Not completely built: ${invalid.map(({ name }) => name).join(', ')}.`,
        'Run "npm run db:migrate" again. It builds them.',
      )
    : okResult('all built');
}
