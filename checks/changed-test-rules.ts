import { basename, dirname, join } from 'node:path';

/**
 * Files that list what exists. Almost every test imports them, so their importers do not count as
 * changed.
 */
const tables = [
  /^server\/src\/(api|jobs|routes(\.gen)?|service|start-worker|worker)\.ts$/,
  /^contract\/src\/(.*\/)?(index|endpoints(\.gen)?|requirements)\.ts$/,
  /^console\/src\/(main|pages|routes)\.tsx?$/,
];

/** One request or page of each class. They find what a change breaks elsewhere. */
const sweeps: [changed: RegExp, tests: RegExp][] = [
  [/^(server|contract)\/src\//, /^server\/test\/sweep\.slow\.test\.ts$/],
  [/^console\/src\//, /^console\/test\/components\/every-page\.test\.tsx$/],
];

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.includes('.nightly.');

/** The test files that import a changed file, are in its folder, or have its name. */
export function testsFor(
  changed: readonly string[],
  sources: readonly string[],
  read: (file: string) => string,
): string[] {
  const importers = importersOf(sources, read);
  const reached = new Set<string>(changed);
  for (const file of reached)
    if (!tables.some((table) => table.test(file)))
      for (const importer of importers.get(file) ?? []) reached.add(importer);

  const operations = changed
    .filter((file) => /^contract\/src\//.test(file) && sources.includes(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\bid: '(\w+)'/g)].map(([, id = '']) => toKebabCase(id)),
    );
  const chosen = sources.filter(
    (file) =>
      isTest(file) &&
      (reached.has(file) ||
        operations.some((operation) => basename(file).startsWith(`${operation}.`)) ||
        changed.some((other) => isNear(file, other)) ||
        sweeps.some(([from, tests]) => tests.test(file) && changed.some((one) => from.test(one)))),
  );
  return chosen.sort();
}

function importersOf(
  sources: readonly string[],
  read: (file: string) => string,
): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of sources)
    for (const [, target = ''] of read(file).matchAll(/\b(?:from|import\() ?'(\.[^']+)'/g)) {
      const path = join(dirname(file), target);
      importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  return importers;
}

/**
 * A test in the folder of the changed file, or in the folder of tests that is named after it:
 * server/test/sending for server/src/sending, console/test/prospects-sort for console/src/pages/prospects.
 */
function isNear(test: string, changed: string): boolean {
  const [, part, folder] =
    /^(server|console|extension)\/src\/(?:core\/|pages\/|features\/|platform\/)?([\w-]+)\//.exec(
      changed,
    ) ?? [];
  if (!part || !folder) return false;
  const noun = folder.replace(/(?<=..)s$/, '');
  return (
    dirname(test) === dirname(changed) ||
    test.startsWith(`${part}/test/${folder}/`) ||
    (part !== 'server' && test.replace('/components/', '/').startsWith(`${part}/test/${noun}`))
  );
}

const toKebabCase = (id: string): string =>
  id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
