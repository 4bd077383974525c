import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testsFor } from './changed-test-rules.ts';

const usage = `npm run test:changed -- [--since REV] [--list]

Runs the tests that a change can break: the uncommitted files, and the commits since REV (by default
since the branch left main). --list only prints the files.
`;
const root = join(import.meta.dirname, '..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const { values: options } = parseArgs({
  options: {
    since: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) console.log(usage);
else {
  const since = options.since ?? git('merge-base', 'HEAD', 'main')[0]!;
  const changed = [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const sources = globSync(
    '{bench,checks,client,console,contract,deploy,extension,release,server,torture}/**/*.{ts,tsx}',
    { cwd: root, exclude: (path) => /node_modules|\bdist\b/.test(path) },
  );
  const tests = testsFor(changed, sources, (file) => readFileSync(join(root, file), 'utf8')).filter(
    (file) => existsSync(join(root, file)),
  );
  console.log(`${changed.length} changed files, ${tests.length} files of tests`);
  if (options.list) console.log(tests.join('\n'));
  else if (tests.length > 0)
    process.exitCode = spawnSync('vitest', ['run', ...tests], { stdio: 'inherit' }).status ?? 1;
}
