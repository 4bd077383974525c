import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ReleaseFiles, VersionedManifest } from './versions.ts';

export const repositoryRoot = join(import.meta.dirname, '..');

export const readRepositoryFile = (file: string): string =>
  readFileSync(join(repositoryRoot, file), 'utf8');

export interface LockFile {
  version?: string;
  packages: Record<string, VersionedManifest>;
}

export const readLock = (): LockFile => JSON.parse(readRepositoryFile('package-lock.json'));

/** The root package first, then its workspaces. */
export const manifestFiles = (): string[] => {
  const { workspaces } = JSON.parse(readRepositoryFile('package.json')) as { workspaces: string[] };
  return ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
};

/** The entry of package-lock.json about one of our packages. */
export const lockEntry = (file: string): string => dirname(file).replace(/^\.$/, '');

export function readRepository(): ReleaseFiles {
  const files = manifestFiles();
  const { packages } = readLock();
  return {
    version: JSON.parse(readRepositoryFile('package.json')).version,
    manifests: Object.fromEntries(
      files.flatMap((file) => [
        [file, JSON.parse(readRepositoryFile(file))],
        [`package-lock.json, ${file}`, packages[lockEntry(file)] ?? {}],
      ]),
    ),
    changelog: readRepositoryFile('CHANGELOG.md'),
    releases: globSync('contract/releases/*/openapi.json', { cwd: repositoryRoot }).map((file) =>
      basename(dirname(file)),
    ),
  };
}
