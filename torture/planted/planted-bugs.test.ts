import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkoutRoot, replaceOnce } from './checkout-copy.ts';
import { plantedBugs } from './planted-bugs.ts';
import { testFileOf } from './run-tests.ts';

test.each(plantedBugs.map((bug) => [bug.promise, bug] as const))(
  'the bug against %s can be planted, and its test exists',
  (_, { file, find, replace, test: testFile }) => {
    const text = readFileSync(join(checkoutRoot, file), 'utf8');
    expect(replaceOnce(text, find, replace, file)).not.toBe(text);
    expect(testFileOf(checkoutRoot, testFile).file).toContain(testFile);
  },
);

test('each promise has one bug', () => {
  const promises = plantedBugs.map(({ promise }) => promise);
  expect(new Set(promises).size).toBe(promises.length);
});
