import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { shared } from '../../../vitest.shared.ts';
import { readConfig } from '../../src/config.ts';
import { postgresBinary } from '../faults/postgres-binaries.ts';
import { type Development, fill } from './fill.ts';
import { startOutside } from './outside.ts';

/**
 * `npm run release:dump -- COMMIT`, after each release: starts that version in a checkout of its own,
 * fills it with every kind of row through its API, and keeps a dump for the upgrade test. The commit
 * must be in this repository.
 */
const commit = process.argv[2];
if (commit === undefined) {
  console.error('Name the commit or tag of the release: npm run release:dump -- COMMIT');
  process.exit(1);
}
const root = join(import.meta.dirname, '../../..');
const name = execFileSync('git', ['rev-parse', '--short=7', commit], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const checkout = join(mkdtempSync(join(tmpdir(), 'outcrop-release-')), name);
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
const { DATABASE_ADMIN_URL, DATABASE_OWNER_URL } = readConfig();
const admin = new pg.Client({ connectionString: DATABASE_ADMIN_URL });
await admin.connect();

execFileSync('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: root });
try {
  // Not "ci", which refuses the lock file of the first version: it lacks other platforms.
  run('npm', 'install', '--no-audit', '--no-fund');
  const before = await developmentDatabases();
  const development = await startDevelopment();
  const [database] = (await developmentDatabases()).filter((each) => !before.includes(each));
  const filled = await fill(development);
  await waitForJobs(database!);
  const file = join(dirname(checkout), 'outcrop.dump');
  const url = Object.assign(new URL(DATABASE_OWNER_URL), { pathname: `/${database}` }).href;
  run(postgresBinary('pg_dump'), '--format=custom', '--compress=0', `--file=${file}`, url);
  // Compressed as a whole: the list of objects is longer than the rows.
  const kept = join(import.meta.dirname, name);
  writeFileSync(`${kept}.dump.gz`, gzipSync(readFileSync(file), { level: 9 }));
  writeFileSync(`${kept}.json`, `${JSON.stringify(filled, null, 2)}\n`);
  await development.stop();
  console.log(`Add ${kept}.dump.gz and ${name}.json to the repository.`);
} finally {
  await admin.end();
  execFileSync('git', ['worktree', 'remove', '--force', checkout], { cwd: root });
  rmSync(dirname(checkout), { recursive: true });
}

/** Deliveries and enrichments are jobs, whose rows are part of the dump. */
async function waitForJobs(database: string): Promise<void> {
  const url = Object.assign(new URL(DATABASE_ADMIN_URL), { pathname: `/${database}` }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let isDone = false; !isDone; await sleep(500)) {
    const { rows } = await client.query<{ isDone: boolean }>(`
      select (select count(*) >= 2 from enrichment where status = 'done') and exists (select from delivery)
             and not exists (select from task where finished_at is null) as "isDone"`);
    isDone = rows[0]!.isDone;
  }
  await client.end();
}

async function developmentDatabases(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'outcrop\\_dev\\_%'`,
  );
  return rows.map((row) => row.name);
}

/** `npm run dev -- --json` of that version, with the keys of our tests. */
async function startDevelopment(): Promise<Development> {
  const { model, receiver, stop } = await startOutside();
  const child = spawn('node_modules/.bin/node', ['server/dev/dev.ts', '--json'], {
    cwd: checkout,
    env: {
      ...process.env,
      ...shared.env,
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: model,
      AI_MODEL: 'small',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const started = await Promise.race([line, exited.then(() => undefined)]);
  if (started === undefined) throw new Error('The version did not start.');
  return {
    ...(JSON.parse(started) as Pick<Development, 'baseUrl' | 'tokens' | 'signIn'>),
    receiver,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      stop();
    },
  };
}
