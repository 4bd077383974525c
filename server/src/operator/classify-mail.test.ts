import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildMessage } from '../../test/receiving/build-message.ts';

const folder = await mkdtemp(join(tmpdir(), 'classify-'));
afterAll(() => rm(folder, { recursive: true }));

const command = new URL('./classify-mail.ts', import.meta.url).pathname;
const classify = (...files: string[]) =>
  new Promise<{ code: number; lines: string[]; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...files],
      { cwd: folder },
      (_, stdout, stderr) =>
        resolve({
          code: child.exitCode ?? 0,
          lines: stdout.trim().split('\n'),
          errors: stderr,
        }),
    );
  });

test('every file gets its line in the order of the files, and one that cannot be read an error and exit code 1', async () => {
  await writeFile(join(folder, 'a.eml'), buildMessage({ body: 'Hello' }));
  await writeFile(join(folder, 'empty.eml'), '');
  await writeFile(join(folder, 'bytes.eml'), Buffer.from([0, 255, 13, 10, 10, 254, 27, 36, 66]));
  const { code, lines, errors } = await classify(
    'a.eml',
    'missing.eml',
    '.',
    'empty.eml',
    './bytes.eml',
  );
  const decisions = lines.map((line) => JSON.parse(line));
  expect(decisions.map(({ file }) => file)).toEqual(['a.eml', 'empty.eml', './bytes.eml']);
  expect(decisions[0]).toEqual({
    file: 'a.eml',
    kind: 'human',
    permanent: false,
    recipients: [],
    originalMessageId: null,
    returnDate: null,
    evidence: ['Looks like a personal reply'],
  });
  expect(errors).toMatch(/^missing\.eml: .+\n\.: .+\n$/);
  expect(code).toBe(1);
});

test('without an error, the exit code is 0', async () => {
  await writeFile(join(folder, 'b.eml'), buildMessage({ body: 'Hello' }));
  expect(await classify('b.eml')).toMatchObject({ code: 0, errors: '' });
});
