import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirements } from '../contract/src/requirements.ts';
import { findPromiseProblems, type ListedTest } from './promise-rules.ts';
import { printUsageOnHelp } from './usage.ts';

printUsageOnHelp(`npm run promises

Compares the names and texts of all tests with the requirements, without running them.`);

const folder = mkdtempSync(join(tmpdir(), 'promises-'));
const file = join(folder, 'tests.json');
try {
  const { status, stderr } = spawnSync('vitest', ['list', `--json=${file}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const tests = JSON.parse(readFileSync(file, 'utf8')) as ListedTest[];
  const problems = findPromiseProblems(tests, requirements, (path) => readFileSync(path, 'utf8'));
  for (const complaint of problems) console.error(complaint);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
