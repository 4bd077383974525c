import { writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestRunEndReason,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { areaOf, isPending, pending, requirements } from '../contract/src/requirements.ts';

const page = 'docs/conformance.md';

interface Proof {
  file: string;
  title: string;
}

/**
 * Compares the tests with the requirements they name in brackets, writes docs/conformance.md, and
 * ends the output with the numbers of passed and failed tests.
 */
export default class Conformance implements Reporter {
  private vitest!: Vitest;
  private started: readonly TestSpecification[] = [];
  private passed = 0;
  private failed = 0;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
    // Printed last. An exit code without a failed test counts as a failure too: of the setup, the
    // coverage, or the conformance itself.
    process.once('exit', (code) => {
      const failed = this.failed || (code === 0 ? 0 : 1);
      process.stdout.write(`${this.passed} passed, ${failed} failed\n`);
    });
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.started = specifications;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    this.passed = tests.filter((test) => test.result().state === 'passed').length;
    this.failed =
      tests.filter((test) => test.result().state === 'failed').length +
      suites.filter((suite) => suite.errors().length > 0).length +
      unhandledErrors.length;

    if (this.failed > 0 || reason !== 'passed' || !(await this.everythingRan(modules))) return;

    const proofs = proofsById(tests, this.vitest.config.root);
    const problems = [...problemsInList(), ...problemsInTests(tests, proofs)];
    if (problems.length > 0) {
      console.error(`\nConformance:\n${problems.map((line) => `  ${line}`).join('\n')}\n`);
      process.exitCode = 1;
      return;
    }
    writeFileSync(join(this.vitest.config.root, page), render(proofs));
  }

  /** A filtered run cannot tell which tests are missing. */
  private async everythingRan(modules: readonly TestModule[]): Promise<boolean> {
    const { config } = this.vitest;
    if (config.watch || config.tagsFilter || this.vitest.getGlobalTestNamePattern()) return false;
    if (this.started.some((file) => file.testLines || file.testIds || file.testNames)) return false;
    const ran = new Set(modules.map((file) => file.moduleId));
    const all = await this.vitest.globTestSpecifications();
    return all.every((file) => ran.has(file.moduleId));
  }
}

/** `a repeat gets the first answer [idempotency.replay]` → its title and its ids. */
const readName = (name: string): { title: string; ids: string[] } => {
  const [, title, ids] = /^(.*?)\s*(?<=^|\s)\[([^[\]]+)\]$/s.exec(name) ?? [];
  return { title: title ?? name, ids: ids?.trim().split(/\s+/) ?? [] };
};

const idsOf = (entity: TestCase | TestSuite): string[] => [
  ...(entity.parent.type === 'suite' ? idsOf(entity.parent) : []),
  ...readName(entity.name).ids,
];

const proofsById = (tests: readonly TestCase[], root: string): Map<string, Proof[]> => {
  const proofs = new Map<string, Proof[]>();
  for (const test of tests.filter((test) => test.result().state === 'passed')) {
    const proof = {
      file: relative(root, test.module.moduleId),
      title: readName(test.name).title,
    };
    for (const id of new Set(idsOf(test))) proofs.set(id, [...(proofs.get(id) ?? []), proof]);
  }
  return proofs;
};

const problemsInList = (): string[] => {
  const ids = requirements.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const idle = pending.filter((entry) => !ids.some((id) => id === entry || areaOf(id) === entry));
  return [
    ...twice.map((id) => `${id} is listed twice in the requirements`),
    ...idle.map((entry) => `${entry} is pending, but is not a requirement`),
  ];
};

const problemsInTests = (
  tests: readonly TestCase[],
  proofs: ReadonlyMap<string, Proof[]>,
): string[] => {
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = tests.flatMap((test) =>
    idsOf(test)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is not a requirement, but this test names it: ${test.fullName}`),
  );
  const unproven = requirements.filter(({ id }) => !isPending(id) && !proofs.has(id));
  const built = requirements.filter(({ id }) => isPending(id) && proofs.has(id));
  return [
    ...unknown,
    ...unproven.map(({ id, statement }) => `${id} has no test: ${statement}`),
    ...built.map(({ id }) => `${id} has a test: remove it from the pending list`),
  ];
};

const introduction = `# Conformance

The requirements of the service, one sentence each, and the tests that cover them. This page is
generated by \`npm test\`, which fails when a requirement has no test.

The source \`spec 4\` means that part 4 of the specification asks for it: 1 purpose and envelope,
2 resources, 3 states, 4 endpoints, 5 authentication, 6 events, 7 errors, 8 limits, 9 versions.
Requirements marked \`ours\` go beyond the specification.
`;

const render = (proofs: ReadonlyMap<string, Proof[]>): string => {
  const done = requirements.filter(({ id }) => !isPending(id)).length;
  const areas = Map.groupBy(requirements, ({ id }) => areaOf(id));
  const sections = [...areas].map(([area, members]) => {
    const rows = members.map(({ id, statement, source }) => {
      const tests = isPending(id) ? 'not built yet' : cite(proofs.get(id) ?? []);
      return `| \`${id}\` | ${cell(statement)} | ${source} | ${tests} |`;
    });
    const head = ['| id | requirement | source | tests |', '|---|---|---|---|'];
    return [`## ${area.slice(0, -1)}`, '', ...head, ...rows, ''].join('\n');
  });
  const summary = `${done} of ${requirements.length} requirements are built and tested.\n`;
  return [introduction, summary, ...sections].join('\n');
};

const maxCited = 6;

/** Sorted, because the order of a run can change. */
const cite = (proofs: readonly Proof[]): string => {
  const lines = proofs.map(
    ({ file, title }) => `[${basename(file)}](../${encodeURI(file)}) › ${cell(title)}`,
  );
  const all = [...new Set(lines)].sort();
  const more = all.length > maxCited ? [`and ${all.length - maxCited} more`] : [];
  return [...all.slice(0, maxCited), ...more].join('<br>');
};

const cell = (text: string): string =>
  text
    .replace(/[\s\p{C}]+/gu, ' ')
    .slice(0, 160)
    .replace(/[\\|<>[\]*`]|\b_|_\b/g, (character) => `\\${character}`);
