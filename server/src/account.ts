import { parseArgs } from 'node:util';
import { roles } from '@outcrop/contract';
import { commands } from './accounts/operator.ts';
import { readConfig } from './config.ts';
import { sqlState } from './platform/db/failure.ts';
import { Database } from './platform/db/index.ts';
import { ApiError } from './platform/error.ts';
import { PublicOrigin } from './platform/http/public-origin.ts';

const usage = `npm run account -- <command> [options] [--json]

  set-plan          --id ID --name NAME --imports N --credits N [--without-enrichment]
  create-workspace  --name NAME [--plan free]
  create-user       --workspace ID --name NAME --email ADDRESS [--role member]   (${roles.join(', ')})
  set-role          --workspace ID --user ID --role ROLE
  remove-user       --workspace ID --user ID                  ends their tokens in it, too
  create-token      --workspace ID --user ID [--name NAME] [--expires-days 30|90|365]
  revoke-token      --workspace ID --token ID
  rotate            --workspace ID --user ID [--name NAME]    ends every token of the workspace, makes one new one
  revoke-all        --workspace ID                            ends every token of the workspace
  claim-link                                                  for the first person of a new instance
  sign-in-link      --email ADDRESS                           lets someone in once, without password

A token's secret is shown once. DATABASE_OWNER_URL says which database is meant, PUBLIC_URL where
links lead.`;

const text = { type: 'string' } as const;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        id: text,
        name: text,
        plan: text,
        imports: text,
        credits: text,
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
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
}

const {
  positionals: [name, ...rest],
  values: { json = false, help = false, ...options },
} = readArguments();
if (help) {
  console.log(usage);
  process.exit();
}
if (name === undefined) fail(usage);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) fail(`There is no command "${name}".\n\n${usage}`);
if (rest.length > 0)
  fail(`"${rest[0]}" does not belong to ${name}. A value with blanks needs quotation marks.`);

const config = readConfig();
const db = new Database({
  url: config.DATABASE_OWNER_URL,
  poolSize: 4,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
});
try {
  const origin = new PublicOrigin(config.PUBLIC_URL);
  origin.listensAt(`http://${config.HOST}:${config.PORT}`);
  const result = await command(db, config.CELL, options, origin);
  if (json) console.log(JSON.stringify(result));
  else for (const [field, value] of Object.entries(result)) console.log(`${field}: ${say(value)}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  await db.close();
}

function say(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? 'never' : String(value);
}

function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const { cause } = error.details;
    return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
  }
  if (sqlState(error) === undefined) throw error;
  return `The database refuses: ${(error as Error).message}. Is DATABASE_OWNER_URL right, and has "npm run db:migrate" been run?`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
