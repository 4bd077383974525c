import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { examineInstallation } from './doctor/examine-installation.ts';
import type { CheckFinding } from './doctor/run-checks.ts';

const usage = `npm run doctor [-- --json]

Checks the configuration, the database, and everything else that the service needs. Changes nothing.
Exits with status 1 if there is a problem. Run it with the environment of the API.`;

const { json, help } = readArguments();
if (help) {
  console.log(usage);
  process.exit();
}
const findings = await examineEnvironment();
const count = (status: CheckFinding['status']) =>
  findings.filter((finding) => finding.status === status).length;
if (json) console.log(JSON.stringify({ ok: count('problem') === 0, findings }));
else print();
// Does not wait for connections of checks that took too long.
process.exit(count('problem') > 0 ? 1 : 0);

async function examineEnvironment(): Promise<CheckFinding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    const { message } = error as Error;
    return [
      {
        about: 'configuration',
        status: 'problem',
        message,
        remedy: 'Correct these variables. See docs/configuration.md.',
      },
    ];
  }
  return examineInstallation(config);
}

function print(): void {
  const width = Math.max(...findings.map(({ about }) => about.length));
  for (const { about, status, message, remedy } of findings) {
    console.log(`${status.padEnd(8)} ${about.padEnd(width)}  ${message}`);
    if (remedy) console.log(`${' '.repeat(width + 11)}→ ${remedy}`);
  }
  const plural = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  console.log(`\n${plural(count('problem'), 'problem')}, ${plural(count('warning'), 'warning')}`);
}

function readArguments() {
  try {
    return parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
