import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { testQueue } from '../test/queue/workers.ts';
import { sql } from './platform/db/index.ts';

const queue = await testQueue([]);
const main = fileURLToPath(new URL('jobs.main.ts', import.meta.url));
// Each command is a process of its own, and would compile the same files again.
const compiled = mkdtempSync(join(tmpdir(), 'outcrop-jobs-'));
afterAll(() => rmSync(compiled, { recursive: true }));

/** The command as an operator runs it: a process of its own. */
const run = (line: string, url = queue.database.appUrl) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled, DATABASE_URL: url };
    execFile(process.execPath, [main, ...line.split(' ')], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

const letter = (reason: string) =>
  queue.owner.ask(sql`
    insert into pgboss.job (name, source_name, source_id, source_retry_count, source_output)
    values ('dead-letters', 'chores', gen_random_uuid(), 5, ${JSON.stringify({ message: reason })})`);

test('an operator sees what failed for good and why, and sends it back', async () => {
  expect(await run('list')).toEqual({
    code: 0,
    stdout: 'There are no dead letters.\n',
    stderr: '',
  });
  await letter('The disk is full.');
  await letter('The disk is still full.');

  const { stdout: counted } = await run('list');
  expect(counted).toMatch(/^job: chores {2}count: 2 {2}oldest: \S+Z {2}newest: \S+Z\n$/);
  const { stdout } = await run('list --job chores --json');
  const letters = JSON.parse(stdout) as { id: string; reason: string; attempts: number }[];
  expect(letters.map(({ reason, attempts }) => [reason, attempts])).toEqual([
    ['The disk is still full.', 6],
    ['The disk is full.', 6],
  ]);

  expect(await run(`redrive --job chores --id ${letters[0]!.id} --json`)).toMatchObject({
    code: 0,
    stdout: '[{"redriven":1}]\n',
  });
  expect(await run('redrive --job chores')).toMatchObject({ code: 0, stdout: 'redriven: 1\n' });
  expect(await queue.jobs('dead-letters')).toEqual([]);
  expect((await queue.jobs('chores')).map(({ state }) => state)).toEqual(['created', 'created']);
});

test.each([
  ['', 'npm run jobs -- <command>'],
  ['mend', 'npm run jobs -- <command>'],
  ['list --colour', "Unknown option '--colour'"],
  ['redrive', 'Say which: --job NAME. "list" shows them.'],
  ['list --job nothing', 'There is no job "nothing", only '],
])('"%s" is refused with a sentence', async (line, sentence) => {
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
});
