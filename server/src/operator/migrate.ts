import { createAllPartitions } from '../maintenance/partitions.ts';
import { createDatabase, signInUrlOf } from '../platform/db/create-database.ts';
import { Database } from '../platform/db/index.ts';
import { requireOwnTables } from '../platform/db/privilege.ts';
import { defaultLockRetry, hasUnfinishedUpgrade } from '../platform/db/schema-migrations.ts';
import { printUsageOnHelp, readConfigOrExit } from './command-output.ts';
import { migrateTablesAndQueues } from './migrations.ts';

printUsageOnHelp(`npm run db:migrate [-- --finish]
npm run db:create [-- --empty]

db:migrate brings the database to this version, and --finish ends an upgrade. db:create first creates the
roles and the database, and --empty creates no tables.`);

const unfinishedUpgrade =
  'Processes of the previous version can still run. When all of them run this version, ' +
  'finish the upgrade: npm run db:migrate -- --finish';

const config = readConfigOrExit();
const hasOption = (option: string) => process.argv.includes(option);
try {
  if (hasOption('--create'))
    await createDatabase(
      config.DATABASE_ADMIN_URL,
      config.DATABASE_OWNER_URL,
      config.DATABASE_URL,
      signInUrlOf(config),
    );
  if (hasOption('--empty')) console.log('The roles and an empty database exist.');
  else console.log(await migrateDatabase());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function migrateDatabase(): Promise<string> {
  const owner = new Database({
    url: config.DATABASE_OWNER_URL,
    poolSize: 1,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
    inBackground: true,
  });
  try {
    await requireOwnTables(owner);
    const lockRetry = { ...defaultLockRetry, log: console.error };
    const applied = await migrateTablesAndQueues(config.DATABASE_OWNER_URL, {
      lockRetry,
      finish: hasOption('--finish'),
    });
    await createAllPartitions(owner);
    const done =
      applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
    return (await hasUnfinishedUpgrade(config.DATABASE_OWNER_URL))
      ? `${done}\n${unfinishedUpgrade}`
      : done;
  } finally {
    await owner.close();
  }
}
