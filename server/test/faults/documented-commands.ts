import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { postgresBinary } from './postgres-binaries.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The commands in a section of docs/backup.md, with this file as the dump. */
export function documentedCommands(heading: 'Back up' | 'Restore', dump: string): string[] {
  const page = readFileSync(join(root, 'docs/backup.md'), 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2).replaceAll('outcrop.dump', dump));
}

const run = promisify(execFile);
/** Runs commands in the repository, as an operator would. */
export async function inShell(
  commands: string[],
  environment: Record<string, string>,
): Promise<string> {
  const path = `${dirname(postgresBinary('pg_dump'))}:${process.env['PATH']}`;
  const { stdout } = await run('bash', ['-euc', commands.join('\n')], {
    cwd: root,
    env: { ...process.env, ...environment, PATH: path },
  });
  return stdout;
}
