import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const sources = [
  'console/{index.html,icon.svg,*.ts,package.json}',
  '{console,client,contract}/src/**',
];

/** Builds the console if it has changed since the last build. For development and tests. */
export async function ensureBuilt(): Promise<void> {
  const changed = globSync(sources, { cwd: root }).map((file) => changedAt(join(root, file)));
  if (changedAt(join(import.meta.dirname, 'dist/index.html')) > Math.max(...changed)) return;
  // Old files are kept, because open pages still load them. A separate process, because the test
  // environment would make Vite bundle React's development build.
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--emptyOutDir', 'false'],
    { cwd: import.meta.dirname, env: { ...process.env, NODE_ENV: 'production' } },
  );
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
