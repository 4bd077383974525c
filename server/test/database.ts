import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../src/config.ts';
import { afterTestOrFile } from './after-test-or-file.ts';
import { timedSetUp } from './set-up-times.ts';

export interface TestDatabase {
  name: string;
  appUrl: string;
  ownerUrl: string;
  adminUrl: string;
}

/**
 * Creates a migrated database, which is dropped at the end of the test or file. At the end of
 * the run, PostgreSQL would write it to disk first: for a hundred databases, that took over a minute.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const config = readConfig();
  const name = `${inject('run')}_${randomBytes(4).toString('hex')}`;
  const administer = (...statements: string[]) =>
    timedSetUp('databases', `the test database ${name}`, () =>
      asAdmin(config.DATABASE_ADMIN_URL, ...statements),
    );
  await administer(
    `create database ${name} owner outcrop_owner template ${inject('template')}`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to outcrop_app, outcrop_sign_in`,
  );
  afterTestOrFile(() => administer(`drop database if exists ${name} with (force)`));
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    name,
    appUrl: at(config.DATABASE_URL),
    ownerUrl: at(config.DATABASE_OWNER_URL),
    adminUrl: at(config.DATABASE_ADMIN_URL),
  };
}

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}
