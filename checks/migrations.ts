import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { changeProblems } from './migration-rules.ts';

const root = join(import.meta.dirname, '..');

/**
 * Rules of squawk that do not apply: about taste, about settings of the runner, and about files
 * that run again.
 */
const excludedRules = [
  'prefer-bigint-over-int',
  'prefer-robust-stmts',
  'prefer-text-field',
  'require-lock-timeout',
  'require-statement-timeout',
];

/** Processes of the previous version have ended when a change with `.finish` runs. */
const removalRules = ['ban-drop-column', 'ban-drop-table', 'renaming-column', 'renaming-table'];

interface SquawkProblem {
  file: string;
  line: number;
  rule_name: string;
  message: string;
  help: string | null;
}

/** Lints changes of a database in use: with squawk, then with the rules that it lacks. */
export function lintChanges(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .flatMap((file) => [...runSquawk(folder, file), ...changeProblems(folder, file)]);
}

function runSquawk(folder: string, file: string): string[] {
  const exclude = [...excludedRules, ...(file.endsWith('.finish.sql') ? removalRules : [])];
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/squawk'),
    [
      '--pg-version=15.0',
      '--reporter=json',
      ...exclude.map((rule) => `--exclude=${rule}`),
      ...(file.endsWith('.online.sql') ? [] : ['--assume-in-transaction']),
      join(folder, file),
    ],
    { encoding: 'utf8' },
  );
  // squawk writes nothing if it could not start.
  if (stdout === null || (status !== 0 && stdout === '')) throw new Error(stderr ?? 'no squawk');
  return (JSON.parse(stdout) as SquawkProblem[]).map(
    ({ line, rule_name, message, help }) =>
      `${file}:${line + 1}: ${rule_name}: ${[message, help].filter(Boolean).join(' ')}`,
  );
}

if (import.meta.main) {
  const problems = lintChanges(join(root, 'server/schema/changes'));
  for (const line of problems) console.log(`server/schema/changes/${line}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
