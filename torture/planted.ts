import { parseArgs } from 'node:util';
import { type CheckoutCopy, copyCheckout } from './planted/checkout-copy.ts';
import { type PlantedBug, plantedBugs } from './planted/planted-bugs.ts';
import { endTests, matchesReference, runTests } from './planted/run-tests.ts';

/** Bugs that are planted at the same time, each in a copy of its own. */
const maxParallel = 2;

/** Plants a bug for each promise in a copy of the checkout, and expects the promise's test to fail. */
export async function runPlantedBugs(args: string[]): Promise<boolean> {
  const options = { only: { type: 'string', multiple: true }, list: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, strict: false, options });
  const only = (values.only ?? []) as string[];
  const unknown = only.filter((name) => !plantedBugs.some(({ promise }) => promise === name));
  if (unknown.length > 0) throw new Error(`No such promise: ${unknown.join(', ')}. See --list.`);
  const bugs = plantedBugs.filter(({ promise }) => only.length === 0 || only.includes(promise));
  if (values.list) {
    printTable(bugs);
    return true;
  }
  const copies = await Promise.all(Array.from({ length: maxParallel }, copyCheckout));
  const remove = () => Promise.all(copies.map((copy) => copy.remove()));
  const interrupted = () =>
    void endTests()
      .then(remove)
      .finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await plantAll(copies, bugs);
  } finally {
    await remove();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

async function plantAll(copies: CheckoutCopy[], bugs: PlantedBug[]): Promise<boolean> {
  const started = performance.now();
  console.log(`planted: ${bugs.length} promises`);
  const [copy] = copies as [CheckoutCopy];
  // A text that has changed is reported before the first test runs.
  for (const { file, find, replace } of bugs) await (await copy.edit(file, find, replace))();
  if (!(await passWithoutBugs(copy, bugs))) return false;

  const waiting = bugs.values();
  let caught = 0;
  const plantNext = async (each: CheckoutCopy) => {
    for (const bug of waiting) if (await isCaught(each, bug)) caught++;
  };
  await Promise.all(copies.map(plantNext));
  const seconds = (performance.now() - started) / 1_000;
  console.log(`${caught} of ${bugs.length} planted bugs were caught in ${seconds.toFixed(0)} s.`);
  return caught === bugs.length;
}

async function passWithoutBugs(copy: CheckoutCopy, bugs: PlantedBug[]): Promise<boolean> {
  const { tests, problems, seconds } = await runTests(copy.root, bugs);
  const failed = tests.filter(({ status }) => status === 'failed');
  const missing = bugs.filter(
    (bug) => !tests.some((each) => matchesReference(bug, each) && each.status === 'passed'),
  );
  for (const { name, failure } of failed) console.log(`  ✗ without a bug: ${name}: ${failure}`);
  for (const problem of problems) console.log(`  ✗ without a bug: ${problem}`);
  for (const { test, name } of missing) console.log(`  ✗ did not pass: ${test} › ${name}`);
  if (failed.length + problems.length + missing.length > 0) return false;
  console.log(`  Without a bug, all ${tests.length} tests pass (${seconds.toFixed(1)} s).`);
  return true;
}

async function runWithBug(copy: CheckoutCopy, bug: PlantedBug): ReturnType<typeof runTests> {
  const restore = await copy.edit(bug.file, bug.find, bug.replace);
  try {
    return await runTests(copy.root, [bug]);
  } finally {
    await restore();
  }
}

async function isCaught(copy: CheckoutCopy, bug: PlantedBug): Promise<boolean> {
  const { tests, problems, seconds } = await runWithBug(copy, bug);
  const failed = tests.find(({ status }) => status === 'failed');
  const took = `in ${seconds.toFixed(1)} s by`;
  const lines = failed
    ? [`✓ ${bug.promise}: caught ${took} "${failed.name}"`, `    ${failed.failure.slice(0, 160)}`]
    : [
        `✗ ${bug.promise}: NOT CAUGHT ${took} ${bug.test} › ${bug.name}`,
        ...problems.map((problem) => `    ${problem}`),
      ];
  for (const line of lines) console.log(`  ${line}`);
  return failed !== undefined;
}

function printTable(bugs: PlantedBug[]): void {
  console.log('| promise | planted bug | test |\n|---|---|---|');
  for (const { promise, sentence, file, test, name } of bugs)
    console.log(`| ${promise}: ${sentence} | ${file} | ${test}: ${name} |`);
}
