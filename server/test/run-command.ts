import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { CommandOutput } from '../src/operator/command-output.ts';

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the operator in this process. */
export async function runCommand(
  command: (
    args: string[],
    environment: NodeJS.ProcessEnv,
    output: CommandOutput,
  ) => Promise<number>,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const printed = { stdout: '', stderr: '' };
  const code = await command(
    args,
    { ...process.env, ...environment },
    {
      log: (line) => (printed.stdout += `${line}\n`),
      error: (line) => (printed.stderr += `${line}\n`),
    },
  );
  return { code, ...printed };
}

/** Runs a file as an operator does, in its own process. */
export async function runCommandFile(
  file: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const printed = { stdout: '', stderr: '' };
  const child = execFile(process.execPath, [file, ...args], {
    env: { ...process.env, ...environment },
  });
  child.stdout!.on('data', (text) => (printed.stdout += text));
  child.stderr!.on('data', (text) => (printed.stderr += text));
  const [code] = await once(child, 'close');
  return { code: code as number, ...printed };
}
