import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintMigrations, type MigrationProblem } from './migration-linter.ts';
import type { Rule } from './migration-nodes.ts';

/** Upgrades start at the first version that is kept. Earlier files run in empty databases only. */
const firstUpgrade = '0021';

export interface Exception {
  file: string;
  rule: Rule;
  reason: string;
}

/** Files that are in use and cannot be changed any more. New files follow the rules. */
export const exceptions: Exception[] = [
  {
    file: '0023_bounds-and-retention.sql',
    rule: 'index',
    reason: 'landed before this check; docs/upgrading.md says that writes to these tables wait',
  },
  {
    file: '0023_bounds-and-retention.sql',
    rule: 'rows',
    reason: 'removes search words of users, which had to be gone when the migration ends',
  },
  {
    file: '0026_accounts.sql',
    rule: 'rows',
    reason: 'removes secrets from the audit log, which had to be gone when the migration ends',
  },
  {
    file: '0035_name-keys.sql',
    rule: 'rows',
    reason: 'changes few lists and tags: those with ß or several spaces in their names',
  },
  {
    file: '0036_plain-names.sql',
    rule: 'removal',
    reason: 'workers of the versions before it must be stopped first, as docs/upgrading.md says',
  },
  {
    file: '0036_plain-names.sql',
    rule: 'block',
    reason: 'updates only the deliveries that wait in the queue',
  },
  {
    file: '0041_job-claims.sql',
    rule: 'removal',
    reason: 'workers of the versions before it must be stopped first, as docs/upgrading.md says',
  },
  {
    file: '0042_search-words.sql',
    rule: 'block',
    reason: 'creates the indexes only if the table is empty; db:migrate builds them otherwise',
  },
  {
    file: '0044_mail.sql',
    rule: 'block',
    reason: 'creates the indexes only if the table is empty; db:migrate builds them otherwise',
  },
  {
    file: '0046_messages.sql',
    rule: 'block',
    reason: 'creates the indexes only if the table is empty; db:migrate builds them otherwise',
  },
  {
    file: '0051_replied.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0053_campaign-tasks.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0054_guard-rails.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0058_audit-actor.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0064_owners.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0065_notifications.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0067_conversation-kinds.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
  {
    file: '0070_removed-mailboxes.sql',
    rule: 'block',
    reason: 'creates the index only if the table is empty; db:migrate builds it otherwise',
  },
];

/** The problems that no exception covers, and the exceptions that cover none. */
export function applyExceptions(
  problems: MigrationProblem[],
  allowed: Exception[],
): { problems: MigrationProblem[]; unused: Exception[] } {
  const covers = (exception: Exception, { file, rule }: MigrationProblem) =>
    exception.file === file && exception.rule === rule;
  return {
    problems: problems.filter((each) => !allowed.some((exception) => covers(exception, each))),
    unused: allowed.filter((exception) => !problems.some((each) => covers(exception, each))),
  };
}

export function lintFolder(): MigrationProblem[] {
  const folder = join(import.meta.dirname, '../server/migrations');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  // An empty scan must not pass.
  if (files.length === 0) throw new Error(`There are no migrations in ${folder}.`);
  return lintMigrations(files).filter(({ file }) => file >= firstUpgrade);
}

if (import.meta.main) {
  const { problems, unused } = applyExceptions(lintFolder(), exceptions);
  for (const { file, line, rule, message } of problems)
    console.log(`server/migrations/${file}:${line}: ${rule}: ${message}`);
  for (const { file, rule } of unused)
    console.log(
      `checks/migrations.ts: the exception for ${file}, ${rule}, is not needed. Remove it.`,
    );
  process.exitCode = problems.length + unused.length > 0 ? 1 : 0;
}
