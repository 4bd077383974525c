import { type Config, InvalidConfig, readConfig } from '../config.ts';

/** Reads the configuration, or says what is wrong with it and ends the command. */
export function readConfigOrExit(
  environment?: NodeJS.ProcessEnv,
  required: readonly (keyof Config)[] = [],
): Config {
  try {
    return readConfig(environment, required);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** With --help, prints how a command is used and ends it. Called before the command does anything. */
export function printUsageOnHelp(usage: string): void {
  if (!process.argv.includes('--help')) return;
  console.log(usage);
  process.exit();
}

/** Where a command prints, such as the console. */
export interface CommandOutput {
  log: (line: string) => void;
  error: (line: string) => void;
}

/** A command line that cannot run. Its message is all that the operator reads. */
export class UsageError extends Error {}
