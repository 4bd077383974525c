import { parseArgs } from 'node:util';
import { roles } from '@outcrop/contract';
import { type Config, InvalidConfig, readConfig } from '../config.ts';
import { sqlState } from '../platform/db/database-failure.ts';
import { Database } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { PublicOrigin } from '../platform/http/public-origin.ts';
import { type CommandOutput, UsageError } from './command-output.ts';
import { operatorCommands } from './operator-commands.ts';

const usage = `npm run account -- <command> [options] [--json]

  set-plan          --id ID --name NAME --imports N --credits N [--storage-mb N]
                    [--without-enrichment]
  create-workspace  --name NAME [--plan free]
  create-user       --workspace ID --name NAME --email ADDRESS [--role member]   (${roles.join(', ')})
  set-role          --workspace ID --user ID --role ROLE
  remove-user       --workspace ID --user ID                  also revokes their tokens in it
  create-token      --workspace ID --user ID [--name NAME] [--expires-days 30|90|365]
  revoke-token      --workspace ID --token ID
  rotate            --workspace ID --user ID [--name NAME]    revokes all tokens of the workspace and creates one
  revoke-all        --workspace ID                            revokes all tokens of the workspace
  claim-link                                                  for the first user of a new instance
  sign-in-link      --email ADDRESS                           signs a user in once, without a password

A token's secret is shown once. DATABASE_OWNER_URL sets the database, PUBLIC_URL
the origin of links.`;

const text = { type: 'string' } as const;

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        id: text,
        name: text,
        plan: text,
        imports: text,
        credits: text,
        'storage-mb': text,
        workspace: text,
        user: text,
        token: text,
        email: text,
        role: text,
        'expires-days': text,
        'without-enrichment': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Runs one command line, and returns its exit code. */
export async function runAccountCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  try {
    const {
      positionals: [name, ...rest],
      values: { json = false, help = false, ...options },
    } = readArguments(args);
    if (help) output.log(usage);
    else {
      const result = await runCommand(name, rest, options, readConfig(environment));
      if (json) output.log(JSON.stringify(result));
      else
        for (const [field, value] of Object.entries(result))
          output.log(`${field}: ${formatValue(value)}`);
    }
    return 0;
  } catch (error) {
    output.error(explainError(error));
    return 1;
  }
}

async function runCommand(
  name: string | undefined,
  rest: string[],
  options: object,
  config: Config,
) {
  if (name === undefined) throw new UsageError(usage);
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command "${name}".\n\n${usage}`);
  if (rest.length > 0)
    throw new UsageError(
      `Unexpected argument "${rest[0]}" for ${name}. Quote values that contain spaces.`,
    );
  const db = new Database({
    url: config.DATABASE_OWNER_URL,
    poolSize: 4,
    timeouts: { statementMs: 30_000, lockMs: 10_000 },
    inBackground: true,
  });
  try {
    const origin = new PublicOrigin(config.PUBLIC_URL);
    origin.listensAt(`http://${config.HOST}:${config.PORT}`);
    return await command(db, config.CELL, options, origin);
  } finally {
    await db.close();
  }
}

function formatValue(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? 'never' : String(value);
}

function explainError(error: unknown): string {
  if (error instanceof UsageError || error instanceof InvalidConfig) return error.message;
  if (error instanceof ApiError) {
    const { cause } = error.details;
    return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
  }
  if (sqlState(error) === undefined) throw error;
  return `Database error: ${(error as Error).message}. Check DATABASE_OWNER_URL, and run "npm run db:migrate".`;
}
