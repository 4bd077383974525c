import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Repository, Versioned } from './versions.ts';

export const root = join(import.meta.dirname, '..');

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

export interface LockFile {
  version?: string;
  packages: Record<string, Versioned>;
}

export const readLock = (): LockFile => JSON.parse(read('package-lock.json'));

/** The root package first, then its workspaces. */
export const manifestFiles = (): string[] => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  return ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
};

/** The entry of package-lock.json about one of our packages. */
export const lockEntry = (file: string): string => dirname(file).replace(/^\.$/, '');

export function readRepository(): Repository {
  const files = manifestFiles();
  const { packages } = readLock();
  return {
    version: JSON.parse(read('package.json')).version,
    manifests: Object.fromEntries(
      files.flatMap((file) => [
        [file, JSON.parse(read(file))],
        [`package-lock.json, ${file}`, packages[lockEntry(file)] ?? {}],
      ]),
    ),
    changelog: read('CHANGELOG.md'),
    releases: globSync('contract/releases/*/openapi.json', { cwd: root }).map((file) =>
      basename(dirname(file)),
    ),
  };
}
