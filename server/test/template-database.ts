import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { ensureServices } from '../dev/services.ts';
import { readConfig } from '../src/config.ts';
import { jobRegistrations } from '../src/job-registrations.ts';
import { migrateTablesAndQueues } from '../src/operator/migrations.ts';
import { createDatabase } from '../src/platform/db/create-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    run: string;
  }
}

const schema = new URL('../schema/', import.meta.url);
const queues = new URL('../src/platform/queue/migrate-queues.ts', import.meta.url);

/**
 * Creates the migrated template database that every test file clones. Its name is a hash of the
 * schema, so that it is created again only when that changes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const config = readConfig();
  await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
  const hash = createHash('sha256');
  for (const file of readdirSync(schema, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.sql')) hash.update(readFileSync(new URL(file, schema)));
  hash
    .update(getConstructionPlans())
    .update(readFileSync(queues))
    .update(JSON.stringify(jobRegistrations));
  // The day is part of the hash, since a template of yesterday lacks the newest partition.
  hash.update(new Date().toISOString().slice(0, 10));
  const template = `outcrop_template_${hash.digest('hex').slice(0, 12)}`;
  const run = `outcrop_test_${process.pid.toString(36)}${Date.now().toString(36)}`;

  const admin = new pg.Client({ connectionString: config.DATABASE_ADMIN_URL });
  await admin.connect();
  // Held until this run ends, so that a run of another checkout does not drop the template.
  await admin.query(`select pg_advisory_lock_shared(hashtext($1))`, [template]);
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
    await migrateTablesAndQueues(at(config.DATABASE_OWNER_URL, draft));
    // Only a finished template is renamed, and the first of two runs wins.
    await admin
      .query(`alter database ${draft} rename to ${template}`)
      .catch(() => admin.query(`drop database ${draft}`));
  }
  await dropTemplatesOutOfUse(admin, template);
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

async function dropTemplatesOutOfUse(admin: pg.Client, ours: string): Promise<void> {
  const { rows } = await admin.query<{ template: string; databases: string[] }>(
    `select left(datname, length('outcrop_template_') + 12) as template, array_agg(datname::text) as databases
     from pg_database where datname like 'outcrop\\_template\\_%' group by 1`,
  );
  for (const { template, databases } of rows) {
    if (template === ours) continue;
    const lock = await admin.query<{ got: boolean }>(
      `select pg_try_advisory_lock(hashtext($1)) as got`,
      [template],
    );
    if (!lock.rows[0]!.got) continue;
    for (const name of databases)
      await admin.query(`drop database if exists ${name}`).catch(() => {});
    await admin.query(`select pg_advisory_unlock(hashtext($1))`, [template]);
  }
}
