import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../src/config.ts';

export interface TestDatabase {
  name: string;
  appUrl: string;
  ownerUrl: string;
  adminUrl: string;
}

/** Creates a migrated database for this test file. All databases are dropped at the end of the run. */
export async function testDatabase(): Promise<TestDatabase> {
  const config = readConfig();
  const name = `${inject('run')}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: config.DATABASE_ADMIN_URL });
  await admin.connect();
  await admin.query(`create database ${name} owner outcrop_owner template ${inject('template')}`);
  await admin.query(`revoke all on database ${name} from public`);
  await admin.query(`grant connect on database ${name} to outcrop_app, outcrop_sign_in`);
  await admin.end();
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    name,
    appUrl: at(config.DATABASE_URL),
    ownerUrl: at(config.DATABASE_OWNER_URL),
    adminUrl: at(config.DATABASE_ADMIN_URL),
  };
}
