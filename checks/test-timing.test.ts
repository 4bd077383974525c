import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync(
  '{checks,client/src,console/src,console/test,contract/src,server/src,server/test}/**/*.ts',
  { cwd: root },
).filter((file) => file.includes('/test/') || file.endsWith('.test.ts'));

test('no test has retries', () => {
  expect(files.length).toBeGreaterThan(200);
  const retried = files.filter((file) =>
    /\bretry: \d/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(retried).toEqual([]);
});

test('only nightly tests compare elapsed time with a limit', () => {
  const timed = files.filter(
    (file) =>
      !file.endsWith('.nightly.test.ts') &&
      /expect\((performance|Date)\.now\(\) - \w+\)\.toBeLessThan/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  );
  expect(timed).toEqual([]);
});
