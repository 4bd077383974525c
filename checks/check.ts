import { spawnSync } from 'node:child_process';

/** All checks that need no database, fastest first. All of them run, even if one fails. */
const checks: [string, string[]][] = [
  ['lock file', ['node', 'checks/lock.ts', '--check']],
  ['versions', ['node', 'checks/versions.ts']],
  ['Node from npm', ['node', 'checks/node-binary.ts']],
  ['retired words', ['node', 'checks/retired-words.ts']],
  ['format and lint', ['biome', 'check', '.']],
  ['layers in ARCHITECTURE.md', ['node', 'checks/layers.ts', '--check']],
  ['import boundaries', ['node', 'checks/import-boundaries.ts']],
  ['migrations', ['node', 'checks/migrations.ts']],
  ['GitHub workflows', ['node', 'checks/workflows.ts']],
  ['documentation', ['node', 'checks/docs.ts']],
  ['requirements and their tests', ['node', 'checks/promises.ts']],
  ['OpenAPI document', ['node', 'contract/src/openapi.main.ts', '--check']],
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

const failed = checks.filter(([name, [command = '', ...args]]) => {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const [skipped] = /^skipped: .*$/m.exec(stdout) ?? [];
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${skipped ?? `${seconds} s`})`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
