import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isLivenessFileFresh, keepLivenessFileFresh } from './liveness-file.ts';

function fileInNewFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-liveness-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'worker');
}

const fail = (error: Error) => {
  throw error;
};

test('the file is fresh while the process runs, and gone after it stopped', async () => {
  const file = fileInNewFolder();
  expect(await isLivenessFileFresh(file)).toBe(null);
  const { stop } = keepLivenessFileFresh(file, fail);
  await expect.poll(() => isLivenessFileFresh(file)).toBe(true);
  stop();
  expect(await isLivenessFileFresh(file)).toBe(null);
});

test('the file is written again and again', async () => {
  const file = fileInNewFolder();
  const { stop } = keepLivenessFileFresh(file, fail, 5);
  onTestFinished(stop);
  await expect.poll(() => isLivenessFileFresh(file)).toBe(true);
  utimesSync(file, 0, 0);
  await expect.poll(() => isLivenessFileFresh(file)).toBe(true);
});

test('a file that cannot be written is reported', async () => {
  const errors: string[] = [];
  const file = join(fileInNewFolder(), 'not', 'there');
  const { stop } = keepLivenessFileFresh(file, ({ message }) => errors.push(message));
  onTestFinished(stop);
  await expect.poll(() => errors).toEqual([expect.stringContaining('ENOENT')]);
});
