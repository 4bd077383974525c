import { runFuzz } from './fuzz.ts';
import { runImports } from './import.ts';
import { runPlantedBugs } from './planted.ts';

interface TortureRun {
  run: (args: string[]) => Promise<boolean>;
  about: string;
}

/** Each run tries to break the service and returns whether it passed. */
const runs: Record<string, TortureRun> = {
  fuzz: {
    run: runFuzz,
    about: 'random requests, valid and invalid: --requests N (and FUZZ_SEED)',
  },
  import: { run: runImports, about: 'a large import and its export: --rows N' },
  planted: {
    run: runPlantedBugs,
    about:
      'a bug for each promise, whose test has to fail: --only NAME (repeatable), --list (a table)',
  },
};

const usage = `npm run torture -- [RUN] [OPTIONS]    without RUN, all of them

${Object.entries(runs)
  .map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`)
  .join('\n')}`;

const [first = '', ...rest] = process.argv.slice(2);
const hasName = first !== '' && !first.startsWith('--');
if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
if (hasName && !runs[first]) {
  console.error(`Unknown run "${first}". ${usage}`);
  process.exit(2);
}
const chosen = hasName ? [first] : Object.keys(runs);
const args = hasName ? rest : process.argv.slice(2);
let passed = true;
for (const name of chosen) passed = (await runs[name]!.run(args)) && passed;
process.exitCode = passed ? 0 : 1;
