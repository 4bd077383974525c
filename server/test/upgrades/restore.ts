import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dropDatabase } from '../../src/platform/db/create.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { setUpEmpty } from '../engine/older-version.ts';
import { postgresBinary } from '../faults/postgres-binaries.ts';
import type { Filled } from './fill.ts';

/** The versions that are kept, by their commits. `npm run release:dump` adds one. */
export const keptVersions = globSync(join(import.meta.dirname, '*.dump.gz'))
  .map((file) => basename(file, '.dump.gz'))
  .sort();

/** The dump as a file for pg_restore, deleted after the test or file. */
export function dumpOf(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-dump-'));
  afterTestOrFile(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'outcrop.dump');
  writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, `${version}.dump.gz`))));
  return file;
}

/** What is known of a dump. */
export const knownOf = (version: string): Filled =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${version}.json`), 'utf8')) as Filled;

/** A database of that version in use, and what is known of it. */
export async function restore(version: string) {
  const { ownerUrl, appUrl, adminUrl } = await setUpEmpty();
  afterTestOrFile(() => dropDatabase(adminUrl.replace(/[^/]*$/, 'postgres'), ownerUrl));
  execFileSync(postgresBinary('pg_restore'), [
    '--exit-on-error',
    `--dbname=${ownerUrl}`,
    dumpOf(version),
  ]);
  const name = new URL(ownerUrl).pathname.slice(1);
  return { database: { name, ownerUrl, appUrl, adminUrl }, known: knownOf(version) };
}
