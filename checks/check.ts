import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { printUsageOnHelp } from './usage.ts';

printUsageOnHelp(`npm run check

Runs all checks that need no database, and prints a line for each.`);

/** All checks that need no database, fastest first. All of them run, even if one fails. */
const checks: [string, string[]][] = [
  ['lock file', ['node', 'checks/lock.ts', '--check']],
  ['versions', ['node', 'checks/versions.ts']],
  ['Node from npm', ['node', 'checks/node-binary.ts']],
  ['retired words', ['node', 'checks/retired-words.ts']],
  ['names and comments', ['node', 'checks/plain-names.ts']],
  ['format and lint', ['biome', 'check', '.']],
  ['layers in ARCHITECTURE.md', ['node', 'checks/layers.ts', '--check']],
  ['import boundaries', ['node', 'checks/import-boundaries.ts']],
  ['migrations', ['node', 'checks/migrations.ts']],
  ['GitHub workflows', ['node', 'checks/workflows.ts']],
  ['documentation', ['node', 'checks/docs.ts']],
  ['requirements and their tests', ['node', 'checks/promises.ts']],
  ['generated files', ['node', 'checks/generate.ts', '--check']],
  ['API of the last release', ['node', 'checks/released-api.ts']],
  [
    'OpenAPI lint',
    ['redocly', 'lint', ...['', '-manage', '-connect'].map((api) => `contract/openapi${api}.json`)],
  ],
  ['types', ['tsc', '--noEmit']],
  ['console types', ['tsc', '--noEmit', '-p', 'console']],
  ['extension types', ['tsc', '--noEmit', '-p', 'extension']],
  ['type-aware lint', ['oxlint', '--type-aware', '--quiet']],
  ['unused code and packages', ['knip']],
];

const failed: string[] = [];
const waiting = checks.values();

/** Two at a time, because most of them use one core. */
await Promise.all(
  [1, 2].map(async () => {
    for (const [name, [command = '', ...args]] of waiting)
      if (!(await passesCheck(name, command, args))) failed.push(name);
  }),
);
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function passesCheck(name: string, command: string, args: string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, [code]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const [skipped] = /^skipped: .*$/m.exec(output[0]) ?? [];
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${skipped ?? `${seconds} s`})`);
  if (code !== 0) console.log(output.join(''));
  return code === 0;
}
