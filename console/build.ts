import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const sources = ['console/{index.html,icon.svg,*.ts,package.json}', '{console,client}/src/**'];

/** Builds the console unless that was done since its last change. For development and tests. */
export async function ensureBuilt(): Promise<void> {
  const changed = globSync(sources, { cwd: root }).map((file) => changedAt(join(root, file)));
  if (changedAt(join(import.meta.dirname, 'dist/index.html')) > Math.max(...changed)) return;
  // Old files stay: a page that is open keeps finding what it was built from. And a process of its
  // own, because a test's environment would make React build its development half.
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--emptyOutDir', 'false'],
    { cwd: import.meta.dirname, env: { ...process.env, NODE_ENV: 'production' } },
  );
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
