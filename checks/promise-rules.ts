import type { Requirement } from '../contract/src/requirements/requirement.ts';

/** A test as listed by `vitest list`: its suites and its name, without values. */
export interface ListedTest {
  name: string;
  file: string;
  location: { line: number };
}

/** A failing test should tell what is broken. */
const maxPromises = 3;

/** Requirements about all of a kind. */
const universal =
  /\bevery\b|\b(all|each|any)\s+(\w+\s+)?(endpoint|GET|POST|field|filter|table|page|role|plan|code|kind|action|parameter)s?\b/i;

/** Code that covers several cases: a loop, a property test, or a mapped list. */
const severalCases = /\bfor \((const|let)\b|\bfc\.assert\(|\.(map|flatMap|forEach|every|each)\(/;

/** A placeholder in the name of a parametrized test. */
const placeholder = /\$\{[^}]*\}|\$[a-z]\w*|%[sdifjo]/gi;

/** `vitest list` also lists calls such as testService({ … }). */
const isTest = ({ name }: ListedTest): boolean => !/^[[{]/.test(name);

export function findProblems(
  found: readonly ListedTest[],
  promises: readonly Pick<Requirement, 'id' | 'statement'>[],
  read: (file: string) => string,
): string[] {
  const listed = found.filter(isTest);
  const naming = listed.map((test) => ({ ...test, ids: idsIn(test.name) }));
  const tooMany = naming
    .filter(({ ids }) => ids.length > maxPromises)
    .map(
      ({ file, location, ids, name }) =>
        `${file}:${location.line} covers ${ids.length} requirements; split it, so that each test covers at most ${maxPromises}: ${name}`,
    );
  const notCovered = promises
    .filter(({ statement }) => universal.test(statement))
    .filter(({ id }) => {
      const proofs = naming.filter(({ ids, file }) =>
        ids.some((named) =>
          named === '%s' ? read(file).includes(`'${id}'`) : standsFor(named, id),
        ),
      );
      return !proofs.some(
        (test) => isForEach(test) || severalCases.test(textOf(test, listed, read)),
      );
    })
    .map(
      ({ id, statement }) =>
        `${id} is about all of a kind, but none of its tests covers several cases; add such a test, or narrow the requirement: ${statement}`,
    );
  return [...tooMany, ...notCovered];
}

/** The ids that a test and its suites name. */
export const idsIn = (name: string): string[] => [
  ...new Set(
    name
      .replaceAll(placeholder, '%s')
      .split(' > ')
      .flatMap((part) => /(?:^|\s)\[([^[\]]+)\]$/.exec(part)?.[1]?.trim().split(/\s+/) ?? [])
      .filter((id) => /^(%s|[a-z][\w%-]*\.[\w%.-]+)$/.test(id)),
  ),
];

/** `bulk.%s` matches any id of that form. */
const standsFor = (named: string, id: string): boolean =>
  new RegExp(`^${named.replaceAll('.', '\\.').replaceAll('%s', '[\\w-]+')}$`).test(id);

const isForEach = ({ name }: ListedTest): boolean => name.search(placeholder) !== -1;

/** The lines of a test, up to the next test in its file. */
function textOf(
  { file, location }: ListedTest,
  tests: readonly ListedTest[],
  read: (file: string) => string,
): string {
  const lines = read(file).split('\n');
  const later = tests
    .filter((other) => other.file === file && other.location.line > location.line)
    .map((other) => other.location.line - 1);
  return lines.slice(location.line - 1, Math.min(...later, lines.length)).join('\n');
}
