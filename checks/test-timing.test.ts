import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync(
  '{bench,checks,client/src,console/src,console/test,contract/src,contract/test,deploy,release,server/src,server/test}/**/*.ts',
  { cwd: root },
)
  .filter((file) => file.includes('/test/') || file.endsWith('.test.ts'))
  .filter((file) => file !== join('checks', 'test-timing.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const found = (pattern: RegExp, chosen: (file: string) => boolean = () => true): string[] =>
  files.filter(({ file, text }) => chosen(file) && pattern.test(text)).map(({ file }) => file);

const isNightly = (file: string) => file.endsWith('.nightly.test.ts');
const isUnit = (file: string) =>
  file.endsWith('.test.ts') &&
  !/\.(api|slow|full|nightly)\.test\.ts$/.test(file) &&
  !file.startsWith('console/test/');
const inSharedProcess = (file: string) => isUnit(file) || /\.(api|slow)\.test\.ts$/.test(file);

test('all test files are read', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter(({ file }) => isUnit(file)).length).toBeGreaterThan(50);
});

describe('tests pass on a slow machine', () => {
  test('no test has retries', () => {
    expect(found(/\bretry: \d/)).toEqual([]);
  });

  test('only nightly tests compare elapsed time with a limit', () => {
    const sinceNow = /expect\((performance|Date)\.now\(\) - \w+\)\.toBeLessThan/;
    expect(found(sinceNow, (file) => !isNightly(file))).toEqual([]);
  });

  test('only nightly tests record measurements', () => {
    expect(
      found(/\brecordMeasurement\(/, (file) => file.endsWith('.test.ts') && !isNightly(file)),
    ).toEqual([]);
  });

  test('no test waits half a second or longer for nothing', () => {
    expect(
      found(/^\s*await sleep\((?:[5-9]\d\d|\d+_\d\d\d)\);/m, (file) => !isNightly(file)),
    ).toEqual([]);
  });
});

describe('files that share a process leave it as it was', () => {
  test('unit tests need neither a database nor the service', () => {
    const helpers =
      /from '[./]*(?:test\/)?(?:service|database|accounts|queue\/workers|faults\/api-environment)\.ts'/;
    expect(found(helpers, isUnit)).toEqual([]);
  });

  test('they replace no modules and no environment', () => {
    expect(
      found(
        /\bvi\.(mock|doMock|stubEnv|stubGlobal)\(|process\.env(\.\w+|\['\w+'\]) =[^=]|process\.chdir/,
        inSharedProcess,
      ),
    ).toEqual([]);
  });

  test('only afterTestOrFile registers the cleanup of a helper', () => {
    const isHelper = (file: string) =>
      !file.endsWith('.test.ts') &&
      file.startsWith('server/test/') &&
      !file.endsWith('/after-test-or-file.ts');
    expect(found(/\bafterAll\(/, isHelper)).toEqual([]);
  });
});
