import { readConfig } from './config.ts';
import { makePartitions } from './events/partitions.ts';
import { migrate } from './migrations.ts';
import { createDatabase, signInUrlOf } from './platform/db/create.ts';
import { Database } from './platform/db/index.ts';

const config = readConfig();
if (process.argv.includes('--create'))
  await createDatabase(
    config.DATABASE_ADMIN_URL,
    config.DATABASE_OWNER_URL,
    config.DATABASE_URL,
    signInUrlOf(config),
  );
const applied = await migrate(config.DATABASE_OWNER_URL);
const db = new Database({
  url: config.DATABASE_OWNER_URL,
  poolSize: 1,
  timeouts: { statementMs: 60_000, lockMs: 10_000 },
});
await makePartitions(db);
await db.close();
console.log(
  applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`,
);
