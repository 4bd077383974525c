import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { jobs } from './jobs.ts';
import { countDeadLetters, listDeadLetters, redrive } from './platform/queue/dead-letters.ts';
import { Engine } from './platform/queue/engine.ts';

const usage = `npm run jobs -- <command> [--json]

  list                            how many jobs of each kind failed for good, and since when
  list     --job NAME             the newest hundred of one kind: whose they are, and why they failed
  redrive  --job NAME [--id ID]   sends them, or the one, back to their queue

DATABASE_URL says which database is meant.`;

const text = { type: 'string' } as const;
const {
  positionals: [command, ...rest],
  values: { job, id, json, help },
} = readArguments();
if (help) {
  console.log(usage);
  process.exit();
}
if (rest.length > 0 || (command !== 'list' && command !== 'redrive')) fail(usage);
if (command === 'redrive' && job === undefined) fail('Say which: --job NAME. "list" shows them.');
if (job !== undefined && !jobs.some(({ queue }) => queue.name === job))
  fail(`There is no job "${job}", only ${jobs.map(({ queue }) => queue.name).join(', ')}.`);

const engine = new Engine(readConfig().DATABASE_URL);
try {
  if (command === 'redrive') tell([{ redriven: await redrive(engine, job!, id) }]);
  else tell(await (job ? listDeadLetters(engine, job, 100) : countDeadLetters(engine)));
} catch (error) {
  console.error(
    `The database refuses: ${(error as Error).message}. Is DATABASE_URL right, and has "npm run db:migrate" been run?`,
  );
  process.exitCode = 1;
} finally {
  await engine.close();
}

function tell(rows: object[]): void {
  if (json) console.log(JSON.stringify(rows));
  else if (rows.length === 0) console.log('There are no dead letters.');
  else for (const row of rows) console.log(Object.entries(row).map(say).join('  '));
}

function say([field, value]: [string, string | number | Date | null]): string {
  return `${field}: ${value instanceof Date ? value.toISOString() : String(value ?? 'unknown')}`;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { job: text, id: text, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
