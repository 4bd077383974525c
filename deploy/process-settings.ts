import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentVariables, readConfig } from '../server/src/config.ts';

export const repositoryRoot = join(import.meta.dirname, '..');
export const readRepositoryFile = (file: string): string =>
  readFileSync(join(repositoryRoot, file), 'utf8');

const ofProcess = ['DATABASE_URL', 'SUPPRESSION_KEY', 'SECRETS_KEY'];
const ofOwner = ['DATABASE_ADMIN_URL', 'DATABASE_OWNER_URL', 'DATABASE_URL'];
const ofCommand: Record<string, string[]> = {
  api: [...ofProcess, 'SESSION_SECRET', 'REDIS_URL'],
  worker: ofProcess,
  migrate: ofOwner,
  account: [...ofOwner, ...ofProcess, 'SESSION_SECRET'],
};

/** What is wrong with the settings that a deployment gives to a command of `outcrop`. */
export function settingProblems(command: string, settings: Record<string, string>): string[] {
  const needed = ofCommand[command] ?? [];
  const problems = [
    ...(outcropCommands().includes(command) ? [] : [`${command} is not a command of bin/outcrop`]),
    ...Object.keys(settings)
      .filter((name) => !(name in environmentVariables))
      .map((name) => `${name} is not a setting`),
    ...needed.filter((name) => !settings[name]).map((name) => `${name} is missing`),
    // The processes must not be able to change the tables.
    ...Object.keys(settings)
      .filter((name) => /OWNER|ADMIN/.test(name) && !needed.includes(name))
      .map((name) => `${command} must not have ${name}`),
  ];
  try {
    readConfig(settings);
  } catch (error) {
    problems.push((error as Error).message);
  }
  return problems;
}

/** The commands of the entry point, as listed by its help. */
export const outcropCommands = (): string[] =>
  [...readRepositoryFile('bin/outcrop').matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(
    ([, name]) => name!,
  );

/** The variables of a file such as .env. */
export const readEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
