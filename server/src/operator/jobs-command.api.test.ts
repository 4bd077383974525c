import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testQueue } from '../../test/queue/workers.ts';
import { runCommand, runCommandFile } from '../../test/run-command.ts';
import { sql } from '../platform/db/index.ts';
import { runJobsCommand } from './jobs-command.ts';

const queue = await testQueue([]);
const database = { DATABASE_URL: queue.database.appUrl };
const run = (line: string) => runCommand(runJobsCommand, line.split(' '), database);

const letter = (reason: string) =>
  queue.owner.query(sql`
    insert into pgboss.job (name, source_name, source_id, source_retry_count, source_output)
    values ('dead-letters', 'maintenance', gen_random_uuid(), 5, ${JSON.stringify({ message: reason })})`);

test('an operator lists permanently failed jobs and requeues them', async () => {
  expect(await run('list')).toEqual({
    code: 0,
    stdout: 'There are no dead letters.\n',
    stderr: '',
  });
  await letter('The disk is full.');
  await letter('The disk is still full.');

  const { stdout: counted } = await run('list');
  expect(counted).toMatch(/^job: maintenance {2}count: 2 {2}oldest: \S+Z {2}newest: \S+Z\n$/);
  const { stdout } = await run('list --job maintenance --json');
  const letters = JSON.parse(stdout) as { id: string; reason: string; attempts: number }[];
  expect(letters.map(({ reason, attempts }) => [reason, attempts])).toEqual([
    ['The disk is still full.', 6],
    ['The disk is full.', 6],
  ]);

  expect(await run(`redrive --job maintenance --id ${letters[0]!.id} --json`)).toMatchObject({
    code: 0,
    stdout: '[{"redriven":1}]\n',
  });
  expect(await run('redrive --job maintenance')).toMatchObject({
    code: 0,
    stdout: 'redriven: 1\n',
  });
  expect(await queue.jobs('dead-letters')).toEqual([]);
  expect((await queue.jobs('maintenance')).map(({ state }) => state)).toEqual([
    'created',
    'created',
  ]);
});

test.each([
  ['', 'npm run jobs -- <command>'],
  ['mend', 'npm run jobs -- <command>'],
  ['list --colour', "Unknown option '--colour'"],
  ['redrive', 'Specify --job NAME. Run "list" to see the types.'],
  ['list --job nothing', 'Unknown job "nothing". Jobs: '],
])('"%s" is rejected with an explanation', async (line, sentence) => {
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
});

test('npm run jobs prints errors, and ends with the exit code of its command', async () => {
  const main = fileURLToPath(new URL('jobs.ts', import.meta.url));
  expect(await runCommandFile(main, ['redrive'], database)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Specify --job NAME. Run "list" to see the types.\n',
  });
});
