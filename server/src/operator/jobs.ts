import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { jobs } from '../jobs.ts';
import { countDeadLetters, listDeadLetters, redrive } from '../platform/queue/dead-letters.ts';
import { Engine } from '../platform/queue/engine.ts';

const usage = `npm run jobs -- <command> [--json]

  list                            counts permanently failed jobs by type, with dates
  list     --job NAME             shows the newest 100 of one type, with workspace and reason
  redrive  --job NAME [--id ID]   returns all of them, or one, to their queue

DATABASE_URL sets the database.`;

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
if (command === 'redrive' && job === undefined)
  fail('Specify --job NAME. Run "list" to see the types.');
if (job !== undefined && !jobs.some(({ queue }) => queue.name === job))
  fail(`Unknown job "${job}". Jobs: ${jobs.map(({ queue }) => queue.name).join(', ')}.`);

const engine = new Engine(readConfig().DATABASE_URL);
try {
  if (command === 'redrive') printRows([{ redriven: await redrive(engine, job!, id) }]);
  else printRows(await (job ? listDeadLetters(engine, job, 100) : countDeadLetters(engine)));
} catch (error) {
  console.error(
    `Database error: ${(error as Error).message}. Check DATABASE_URL, and run "npm run db:migrate".`,
  );
  process.exitCode = 1;
} finally {
  await engine.close();
}

function printRows(rows: object[]): void {
  if (json) console.log(JSON.stringify(rows));
  else if (rows.length === 0) console.log('There are no dead letters.');
  else for (const row of rows) console.log(Object.entries(row).map(formatField).join('  '));
}

function formatField([field, value]: [string, string | number | Date | null]): string {
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
