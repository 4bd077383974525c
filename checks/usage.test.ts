import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /(?:^| )node (\S+\.ts)/.exec(script)?.[1];
  return file ? [[name, file] as const] : [];
});

test.concurrent.each(commands)(
  'npm run %s -- --help prints the usage and does nothing else',
  async (name, file) => {
    // Nothing can be started: no services, and no commands to run.
    const child = spawn(process.execPath, [file, '--help'], {
      cwd: root,
      env: { PATH: '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    });
    const [output, problems, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    expect({ code, problems }).toEqual({ code: 0, problems: '' });
    expect(output).toMatch(new RegExp(`^npm (run (-s )?)?${name}\\b`, 'm'));
  },
  60_000,
);

test('every other command is a tool with a --help of its own', () => {
  const others = Object.keys(scripts).filter((name) => !commands.some(([known]) => known === name));
  expect(others.toSorted()).toEqual([
    'build',
    'build:extension',
    'test',
    'test:unit',
    'zip:extension',
  ]);
});
