import { parseArgs } from 'node:util';
import { roles } from '@outcrop/contract';
import { readConfig } from '../config.ts';
import { sqlState } from '../platform/db/failure.ts';
import { Database } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { PublicOrigin } from '../platform/http/public-origin.ts';
import { commands } from './commands.ts';

const usage = `npm run account -- <command> [options] [--json]

  set-plan          --id ID --name NAME --imports N --credits N [--without-enrichment]
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
if (!command) fail(`Unknown command "${name}".\n\n${usage}`);
if (rest.length > 0)
  fail(`Unexpected argument "${rest[0]}" for ${name}. Quote values that contain spaces.`);

const config = readConfig();
const db = new Database({
  url: config.DATABASE_OWNER_URL,
  poolSize: 4,
  timeouts: { statementMs: 30_000, lockMs: 10_000 },
  inBackground: true,
});
try {
  const origin = new PublicOrigin(config.PUBLIC_URL);
  origin.listensAt(`http://${config.HOST}:${config.PORT}`);
  const result = await command(db, config.CELL, options, origin);
  if (json) console.log(JSON.stringify(result));
  else
    for (const [field, value] of Object.entries(result))
      console.log(`${field}: ${formatValue(value)}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  await db.close();
}

function formatValue(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? 'never' : String(value);
}

function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const { cause } = error.details;
    return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
  }
  if (sqlState(error) === undefined) throw error;
  return `Database error: ${(error as Error).message}. Check DATABASE_OWNER_URL, and run "npm run db:migrate".`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
