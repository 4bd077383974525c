import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

export const publishedPackages = ['contract', 'client'] as const;
export type PublishedPackage = (typeof publishedPackages)[number];

/** Where `npm run pack` writes the tarballs. */
export const packagesFolder = join(repositoryRoot, 'build/packages');

export const tarballName = (name: PublishedPackage, version: string): string =>
  `outcrop-${name}-${version}.tgz`;
