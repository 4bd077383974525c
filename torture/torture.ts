import { fuzz } from './fuzz.ts';
import { importRun } from './import.ts';

/** Each run tries to break the service and returns whether it passed. */
const runs: Record<string, (args: string[]) => Promise<boolean>> = {
  fuzz,
  import: importRun,
};

const [first = '', ...rest] = process.argv.slice(2);
const hasName = first !== '' && !first.startsWith('--');
if (hasName && !runs[first]) {
  console.error(`Unknown run "${first}". Choose from: ${Object.keys(runs).join(', ')}.`);
  process.exit(2);
}
const chosen = hasName ? [first] : Object.keys(runs);
const args = hasName ? rest : process.argv.slice(2);
let passed = true;
for (const name of chosen) passed = (await runs[name]!(args)) && passed;
process.exitCode = passed ? 0 : 1;
