import { parseArgs } from 'node:util';
import { InvalidConfig, readConfig } from '../config.ts';
import { jobRegistrations } from '../job-registrations.ts';
import {
  countDeadLetters,
  listDeadLetters,
  redriveDeadLetters,
} from '../platform/queue/dead-letters.ts';
import { QueueEngine } from '../platform/queue/queue-engine.ts';
import { type CommandOutput, UsageError } from './command-output.ts';

const usage = `npm run jobs -- <command> [--json]

  list                            counts permanently failed jobs by type, with dates
  list     --job NAME             shows the newest 100 of one type, with workspace and reason
  redrive  --job NAME [--id ID]   returns all of them, or one, to their queue

DATABASE_URL sets the database.`;

const text = { type: 'string' } as const;

/** Runs one command line, and returns its exit code. */
export async function runJobsCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  try {
    const {
      positionals: [command, ...rest],
      values: { job, id, json, help },
    } = readArguments(args);
    if (help) {
      output.log(usage);
      return 0;
    }
    if (rest.length > 0 || (command !== 'list' && command !== 'redrive'))
      throw new UsageError(usage);
    if (command === 'redrive' && job === undefined)
      throw new UsageError('Specify --job NAME. Run "list" to see the types.');
    if (job !== undefined && !jobRegistrations.some(({ queue }) => queue.name === job))
      throw new UsageError(
        `Unknown job "${job}". Jobs: ${jobRegistrations.map(({ queue }) => queue.name).join(', ')}.`,
      );
    return await runOnQueue(readConfig(environment).DATABASE_URL, output, async (engine) => {
      const rows =
        command === 'redrive'
          ? [{ redriven: await redriveDeadLetters(engine, job!, id) }]
          : await (job ? listDeadLetters(engine, job, 100) : countDeadLetters(engine));
      for (const line of linesOf(rows, json)) output.log(line);
    });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InvalidConfig)) throw error;
    output.error(error.message);
    return 1;
  }
}

async function runOnQueue(
  url: string,
  output: CommandOutput,
  work: (engine: QueueEngine) => Promise<void>,
): Promise<number> {
  const engine = new QueueEngine(url);
  try {
    await work(engine);
    return 0;
  } catch (error) {
    output.error(
      `Database error: ${(error as Error).message}. Check DATABASE_URL, and run "npm run db:migrate".`,
    );
    return 1;
  } finally {
    await engine.close();
  }
}

function linesOf(rows: object[], json = false): string[] {
  if (json) return [JSON.stringify(rows)];
  if (rows.length === 0) return ['There are no dead letters.'];
  return rows.map((row) => Object.entries(row).map(formatField).join('  '));
}

function formatField([field, value]: [string, string | number | Date | null]): string {
  return `${field}: ${value instanceof Date ? value.toISOString() : String(value ?? 'unknown')}`;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { job: text, id: text, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}
