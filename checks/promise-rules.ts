import type { Requirement } from '../contract/src/requirements.ts';

/** A test as listed by `vitest list`: its suites and its name, without values. */
export interface ListedTest {
  name: string;
  file: string;
  location: { line: number };
}

/** A failing test should tell what is broken. */
const maxPromises = 3;

/** Requirements about all of a kind. */
const universalWords =
  /\bevery\b|\b(all|each|any)\s+(\w+\s+)?(endpoint|GET|POST|field|filter|table|page|role|plan|code|kind|action|parameter)s?\b/i;

/** Code that covers several cases: a loop, a property test, or a mapped list. */
const severalCases = /\bfor \((const|let)\b|\bfc\.assert\(|\.(map|flatMap|forEach|every|each)\(/;

/** A placeholder in the name of a parametrized test. */
const placeholder = /\$\{[^}]*\}|\$\w+|%[sdifjo]/gi;

/** `vitest list` also lists calls such as testService({ … }). */
const isTest = ({ name }: ListedTest): boolean => !/^[[{]/.test(name);

type PromisedRequirement = Pick<Requirement, 'id' | 'statement'>;

export function findPromiseProblems(
  found: readonly ListedTest[],
  promises: readonly PromisedRequirement[],
  read: (file: string) => string,
): string[] {
  const listed = found.filter(isTest);
  const naming = listed.map((test) => ({ ...test, ids: requirementIdsIn(test.name) }));
  const testsOf = (id: string) =>
    naming.filter(({ ids, file }) => ids.some((named) => standsFor(named, id, () => read(file))));

  const twice = promises.filter(
    ({ id }, index) => promises.findIndex((other) => other.id === id) !== index,
  );
  const unknown = naming.flatMap(({ file, location, ids }) =>
    ids
      .filter((named) => !promises.some(({ id }) => standsFor(named, id, () => read(file))))
      .map((named) => `${file}:${location.line} names ${named}, which is not a requirement`),
  );
  const untested = promises.filter(({ id }) => testsOf(id).length === 0);
  const tooMany = naming
    .filter(({ ids }) => ids.length > maxPromises)
    .map(
      ({ file, location, ids, name }) =>
        `${file}:${location.line} covers ${ids.length} requirements; split it, so that each test covers at most ${maxPromises}: ${name}`,
    );
  const notCovered = promises
    .filter(({ statement }) => universalWords.test(statement))
    .filter(
      ({ id }) =>
        !testsOf(id).some(
          (test) => isForEach(test) || severalCases.test(textOf(test, listed, read)),
        ),
    )
    .map(
      ({ id, statement }) =>
        `${id} is about all of a kind, but none of its tests covers several cases; add such a test, or narrow the requirement: ${statement}`,
    );
  return [
    ...twice.map(({ id }) => `${id} is listed twice in the requirements`),
    ...unknown,
    ...untested.map(({ id, statement }) => `${id} has no test: ${statement}`),
    ...tooMany,
    ...notCovered,
  ];
}

/** The ids that a test and its suites name. */
export const requirementIdsIn = (name: string): string[] => [
  ...new Set(
    name
      .replaceAll(placeholder, '%s')
      .split(' > ')
      .flatMap((part) => /(?:^|\s)\[([^[\]]+)\]$/.exec(part)?.[1]?.trim().split(/\s+/) ?? [])
      .filter((id) => /^(%s|[a-z][\w%-]*\.[\w%.-]+)$/.test(id)),
  ),
];

/** `bulk.%s` stands for an id of that form if the rest of the id is a value in the test's file. */
function standsFor(named: string, id: string, text: () => string): boolean {
  const form = new RegExp(`^${named.replaceAll('.', '\\.').replaceAll('%s', '(.+)')}$`);
  const values = form.exec(id)?.slice(1);
  return (
    values?.every((value) => new RegExp(`\\b${value.replaceAll('-', '[-_ ]')}\\b`).test(text())) ??
    false
  );
}

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
