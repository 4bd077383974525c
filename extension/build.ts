import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const sources = [
  'extension/{panel.html,manifest.json,*.ts,package.json}',
  'extension/public/**',
  '{extension,client,contract}/src/**',
];

export const builtFolder = join(import.meta.dirname, 'dist');

/** Builds the extension if it has changed since the last build. For development and tests. */
export async function ensureBuilt(): Promise<void> {
  const changed = globSync(sources, { cwd: root }).map((file) => changedAt(join(root, file)));
  if (changedAt(join(builtFolder, 'manifest.json')) > Math.max(...changed)) return;
  // A separate process, because the test environment would make Vite bundle React's development
  // build.
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.main.ts')], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
