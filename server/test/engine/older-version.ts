import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createDatabase } from '../../src/platform/db/create.ts';
import { runMigrations } from '../../src/platform/db/migrate.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';

/** An empty database, and an empty folder for migrations. */
export async function setUpEmpty() {
  const config = readConfig();
  const name = `${inject('run')}_${randomBytes(4).toString('hex')}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const [ownerUrl, appUrl, adminUrl] = [
    at(config.DATABASE_OWNER_URL),
    at(config.DATABASE_URL),
    at(config.DATABASE_ADMIN_URL),
  ];
  await createDatabase(config.DATABASE_ADMIN_URL, ownerUrl, appUrl);
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-migrations-'));
  afterTestOrFile(() => rmSync(folder, { recursive: true }));
  return { ownerUrl, appUrl, adminUrl, folder };
}

/** Applies the product's migrations before the given number. */
export function applyBefore(number: string, ownerUrl: string, folder: string): Promise<string[]> {
  const all = fileURLToPath(new URL('../../migrations', import.meta.url));
  const files = readdirSync(all).filter((file) => file.endsWith('.sql') && file < number);
  for (const file of files) copyFileSync(join(all, file), join(folder, file));
  return runMigrations(ownerUrl, { dir: folder });
}
