import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureServices } from '../dev/services.ts';
import { readConfig } from '../src/config.ts';
import { createDatabase } from '../src/platform/db/create.ts';
import { migrate } from '../src/platform/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    run: string;
  }
}

const migrations = new URL('../migrations/', import.meta.url);

/**
 * A migrated database that every test file clones. It is named after what made it, so that it is
 * made once and made anew when a migration changes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const config = readConfig();
  await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort())
    hash.update(readFileSync(new URL(file, migrations)));
  // The month is part of it: a template from last month lacks the newest partition.
  hash.update(new Date().toISOString().slice(0, 7));
  const template = `outcrop_template_${hash.digest('hex').slice(0, 12)}`;
  const run = `outcrop_test_${process.pid.toString(36)}${Date.now().toString(36)}`;

  const admin = new pg.Client({ connectionString: config.DATABASE_ADMIN_URL });
  await admin.connect();
  const { rows } = await admin.query(`select 1 from pg_database where datname = $1`, [template]);
  if (rows.length === 0) {
    const at = (url: string, name: string) =>
      Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const draft = `${template}_${process.pid}`;
    await createDatabase(
      config.DATABASE_ADMIN_URL,
      at(config.DATABASE_OWNER_URL, draft),
      at(config.DATABASE_URL, draft),
    );
    await migrate(at(config.DATABASE_OWNER_URL, draft));
    // Only a finished template gets the name, and the first of two runs wins.
    await admin
      .query(`alter database ${draft} rename to ${template}`)
      .catch(() => admin.query(`drop database ${draft}`));
  }
  const old = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'outcrop_template_%' and datname <> $1`,
    [template],
  );
  // One that another run clones at this moment stays.
  for (const { datname } of old.rows)
    await admin.query(`drop database if exists ${datname}`).catch(() => {});
  project.provide('template', template);
  project.provide('run', run);

  return async () => {
    const made = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like $1`,
      [`${run}%`],
    );
    for (const { datname } of made.rows)
      await admin.query(`drop database if exists ${datname} with (force)`);
    await admin.end();
  };
}
