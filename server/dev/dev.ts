import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { basePath } from '@outcrop/contract';
import { ensureBuilt } from '../../console/build.ts';
import { createSignInCode } from '../src/operator/accounts.ts';
import { printUsageOnHelp, readConfigOrExit } from '../src/operator/command-output.ts';
import { migrateTablesAndQueues } from '../src/operator/migrations.ts';
import { createDatabase, dropDatabase, signInUrlOf } from '../src/platform/db/create-database.ts';
import { Database } from '../src/platform/db/index.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { seedCampaign } from './seed-campaign.ts';
import { seedHistory } from './seed-history.ts';
import { campaignMailbox, connectMailboxes, conversationMailboxes } from './seed-mailboxes.ts';
import { seedManyCampaigns, seedOutreach } from './seed-outreach.ts';
import { seedProspects } from './seed-prospects.ts';
import { seedEnrichment, seedNotesAndFollowUps, seedTasks } from './seed-work.ts';
import { devSignIn, seedWorkspaces } from './seed-workspaces.ts';
import { ensureServices } from './services.ts';
import { startOnce } from './start-once.ts';
import { startScreen } from './start-screen.ts';
import { startWatching } from './start-watching.ts';

printUsageOnHelp(`npm run dev [-- OPTION…]

Starts the API, the console and a worker with sample data, and restarts them when a file changes.

  --json     starts once with a temporary database and a free port, and prints one line of JSON
  --inspect  accepts a debugger on ports 9229 and 9230
  --sql      prints each statement of the API`);

const {
  values: { json = false, inspect = false, sql = false },
} = parseArgs({
  options: { json: { type: 'boolean' }, inspect: { type: 'boolean' }, sql: { type: 'boolean' } },
});
const environment = {
  LOG_LEVEL: 'warn',
  // Allows webhook receivers on this machine.
  EGRESS_ALLOW: '127.0.0.0/8,::1/128',
  SUPPRESSION_KEY: await developmentKey('suppression-key', randomBytes(32).toString('hex')),
  SECRETS_KEY: await developmentKey('secrets-key', `dev:${randomBytes(32).toString('base64')}`),
  SESSION_SECRET: await developmentKey('session-secret', randomBytes(32).toString('hex')),
  ...(json && { PORT: '0' }),
  ...process.env,
};
const config = readConfigOrExit(environment);
if (json) {
  const name = `outcrop_dev_${randomBytes(6).toString('hex')}`;
  config.DATABASE_URL = withDatabase(config.DATABASE_URL, name);
  config.DATABASE_OWNER_URL = withDatabase(config.DATABASE_OWNER_URL, name);
  config.DATABASE_SIGN_IN_URL = withDatabase(signInUrlOf(config), name);
}

await ensureServices(config.DATABASE_ADMIN_URL, config.REDIS_URL);
await createDatabase(
  config.DATABASE_ADMIN_URL,
  config.DATABASE_OWNER_URL,
  config.DATABASE_URL,
  signInUrlOf(config),
);
let stop = async () => {};
let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    void stopAll().then(() => process.exit(0));
  });
try {
  await Promise.all([migrateTablesAndQueues(config.DATABASE_OWNER_URL), json && ensureBuilt()]);
  const owner = new Database({
    url: config.DATABASE_OWNER_URL,
    poolSize: 4,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
  });
  const tokens = await seedWorkspaces(owner, config.CELL);
  const running = json
    ? await startOnce(config)
    : await startWatching(config, environment, { inspect, sql });
  stop = running.stop;

  const baseUrl = running.origin + basePath.ext;
  const isNew = await seedProspects(baseUrl, tokens.owner, { from: 0, count: 180 });
  await seedProspects(baseUrl, tokens.otherWorkspace, { from: 150, count: 90 });
  await seedOutreach(owner, baseUrl, tokens.owner);
  await seedManyCampaigns(owner, baseUrl, tokens.otherWorkspace);
  if (isNew) {
    await seedHistory(owner, baseUrl, tokens.owner);
    await seedEnrichment(owner, baseUrl, tokens.owner);
    await seedNotesAndFollowUps(baseUrl, tokens.owner);
  }
  const catcher = await startMailCatcher([
    campaignMailbox,
    ...Object.values(conversationMailboxes),
  ]);
  stop = async () => {
    catcher.close();
    await running.stop();
  };
  await connectMailboxes(baseUrl, tokens.owner, catcher);
  // Tools that read JSON need an instance that does not change by itself.
  const links = json ? null : await seedCampaign(baseUrl, tokens.owner, catcher);
  await running.startWorker();
  if (isNew) await seedTasks(baseUrl, tokens.owner);
  const code = await createSignInCode(owner, devSignIn.email);
  await owner.close();
  const consoleUrl = `${config.PUBLIC_URL ?? running.origin}/link#${code}`;
  console.log(
    json
      ? JSON.stringify({ baseUrl, consoleUrl, tokens, signIn: devSignIn })
      : startScreen({ baseUrl, consoleUrl, tokens, links }, process.stdout.isTTY),
  );
} catch (error) {
  await stopAll();
  const isPortInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  if (!isPortInUse) throw error;
  console.error(
    `Port ${config.PORT} is in use. Set PORT to another port, or to 0 for any free port.`,
  );
  process.exit(1);
}

async function stopAll(): Promise<void> {
  await stop();
  if (json) await dropDatabase(config.DATABASE_ADMIN_URL, config.DATABASE_URL);
}

/** The same at every start, like the database; ignored by git. */
async function developmentKey(name: string, generated: string): Promise<string> {
  const folder = new URL('../../.dev/', import.meta.url);
  const file = new URL(name, folder);
  await mkdir(folder, { recursive: true });
  await writeFile(file, generated, { flag: 'wx', mode: 0o600 }).catch(() => {});
  return readFile(file, 'utf8');
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
