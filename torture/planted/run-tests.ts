import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlantedBug } from './planted-bugs.ts';

/** The file of a test, and a part of its name. */
export type TestReference = Pick<PlantedBug, 'test' | 'name'>;

const endOf = { unit: '.test.ts', api: '.api.test.ts', slow: '.slow.test.ts' };

/** The only file of this name, and the project that runs it. */
export function testFileOf(root: string, test: string): { file: string; project: string } {
  const testFiles = Object.entries(endOf)
    .map(([project, end]) => ({ project, file: test + end }))
    .filter(({ file }) => existsSync(join(root, file)));
  if (testFiles.length !== 1)
    throw new Error(`${test} stands for ${testFiles.length} test files instead of one.`);
  return testFiles[0]!;
}

interface TestResult {
  file: string;
  name: string;
  status: string;
  failure: string;
}

export interface TestRun {
  tests: TestResult[];
  /** The reasons for tests that did not run, such as a file that could not be loaded. */
  problems: string[];
  seconds: number;
}

interface JsonReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** For one test on a busy machine. */
const maxMs = 600_000;
const runningTests = new Set<ChildProcess>();

/** Runs exactly these tests of a checkout. */
export async function runTests(root: string, references: TestReference[]): Promise<TestRun> {
  const limitMs = references.length * maxMs;
  const files = references.map(({ test }) => testFileOf(root, test));
  const report = join(root, 'planted-report.json');
  await rm(report, { force: true });
  const started = performance.now();
  const { output, isLate } = await runVitest(
    root,
    [
      ...new Set(files.map(({ project }) => `--project=${project}`)),
      ...new Set(files.map(({ file }) => file)),
      '--testNamePattern',
      references.map(({ name }) => asPattern(name)).join('|'),
      '--reporter=json',
      // The next run transforms only changed files.
      '--experimental.fsModuleCache',
      `--outputFile=${report}`,
    ],
    limitMs,
  );
  const seconds = (performance.now() - started) / 1_000;
  const text = await readFile(report, 'utf8').catch(() => null);
  if (isLate || text === null) {
    const problem = isLate ? `no end after ${limitMs / 1_000} s` : output.trim();
    return { tests: [], problems: [problem], seconds };
  }
  const { testResults } = JSON.parse(text) as JsonReport;
  const isChosen = (file: string, name: string) =>
    references.some((each) => matchesReference(each, { file, name }));
  const tests = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ fullName, status }) => status !== 'skipped' && isChosen(file, fullName))
      .map(({ fullName, status, failureMessages }) => ({
        ...{ file, status, name: fullName },
        failure: failureMessages?.[0]?.split('\n')[0] ?? '',
      })),
  );
  const problems = testResults.flatMap(({ name: file, status, message, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
      ? [`${file}: ${message || output.trim()}`]
      : [],
  );
  // The set-up of the whole run failed, or the table names another test.
  if (tests.length + problems.length === 0) problems.push(output.trim());
  return { seconds, tests, problems };
}

/** Whether a finished test is the referenced one. */
export const matchesReference = (
  { test, name: part }: TestReference,
  { file, name }: Pick<TestResult, 'file' | 'name'>,
): boolean => file.includes(`/${test}.`) && name.includes(part);

async function runVitest(root: string, args: string[], limitMs: number) {
  // A process group of its own, so that the workers and what tests start end with it.
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runningTests.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void endProcess(child);
  }, limitMs);
  await once(child, 'close');
  clearTimeout(timer);
  runningTests.delete(child);
  return { output, isLate };
}

/** In full names, Vitest puts a sign between a group and its test, where its report has a space. */
const asPattern = (text: string): string =>
  text.replaceAll(/[^\w\s]/g, String.raw`\$&`).replaceAll(' ', '(?: > | )');

/** Ends the tests that are running. */
export const endTests = (): Promise<unknown> => Promise.all([...runningTests].map(endProcess));

/** SIGINT comes first, so that tests drop their databases. */
async function endProcess(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  const kill = (signal: NodeJS.Signals) => process.kill(-child.pid!, signal);
  kill('SIGINT');
  const timer = setTimeout(() => kill('SIGKILL'), 20_000);
  await closed;
  clearTimeout(timer);
}
