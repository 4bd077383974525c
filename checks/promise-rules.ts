import type { Requirement } from '../contract/src/requirements/requirement.ts';

/** A test as `vitest list` finds it in the text: its suites and its name, before values are put in. */
export interface ListedTest {
  name: string;
  file: string;
  location: { line: number };
}

/** The failure of a test that proves more would say too little about what is broken. */
const maxPromises = 3;

/** What claims something about all of a kind. */
const universal =
  /\bevery\b|\b(all|each|any)\s+(\w+\s+)?(endpoint|GET|POST|field|filter|table|page|role|plan|code|kind|action|parameter)s?\b/i;

/** What goes over several cases: a loop, a property, a list that is mapped. */
const sweep = /\bfor \((const|let)\b|\bfc\.assert\(|\.(map|flatMap|forEach|every|each)\(/;

/** What stands for a value in the name of a test that is made for each of several cases. */
const placeholder = /\$\{[^}]*\}|\$[a-z]\w*|%[sdifjo]/gi;

/** `vitest list` takes calls such as testService({ … }) for tests too. */
const isTest = ({ name }: ListedTest): boolean => !/^[[{]/.test(name);

export function complaintsAbout(
  found: readonly ListedTest[],
  promises: readonly Pick<Requirement, 'id' | 'says'>[],
  read: (file: string) => string,
): string[] {
  const listed = found.filter(isTest);
  const naming = listed.map((test) => ({ ...test, ids: idsIn(test.name) }));
  const crowded = naming
    .filter(({ ids }) => ids.length > maxPromises)
    .map(
      ({ file, location, ids, name }) =>
        `${file}:${location.line} proves ${ids.length} requirements at once; split it, so that each test proves at most ${maxPromises}: ${name}`,
    );
  const unswept = promises
    .filter(({ says }) => universal.test(says))
    .filter(({ id }) => {
      const proofs = naming.filter(({ ids, file }) =>
        ids.some((named) =>
          named === '%s' ? read(file).includes(`'${id}'`) : standsFor(named, id),
        ),
      );
      return !proofs.some((test) => isForEach(test) || sweep.test(textOf(test, listed, read)));
    })
    .map(
      ({ id, says }) =>
        `${id} promises something of all of a kind, but none of its tests goes over several cases; write one that does, or promise less: ${says}`,
    );
  return [...crowded, ...unswept];
}

/** The ids that a test names, those of its suites included. */
export const idsIn = (name: string): string[] => [
  ...new Set(
    name
      .replaceAll(placeholder, '%s')
      .split(' > ')
      .flatMap((part) => /(?:^|\s)\[([^[\]]+)\]$/.exec(part)?.[1]?.trim().split(/\s+/) ?? [])
      .filter((id) => /^(%s|[a-z][\w%-]*\.[\w%.-]+)$/.test(id)),
  ),
];

/** `bulk.%s` may become any id that looks so. */
const standsFor = (named: string, id: string): boolean =>
  new RegExp(`^${named.replaceAll('.', '\\.').replaceAll('%s', '[\\w-]+')}$`).test(id);

const isForEach = ({ name }: ListedTest): boolean => name.search(placeholder) !== -1;

/** From the line of a test up to the next one in its file. */
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
