import { fuzz } from './fuzz.ts';
import { importing } from './import.ts';

/** Everything that tries to break the service; each tells whether the service held. */
const trials: Record<string, (args: string[]) => Promise<boolean>> = {
  fuzz,
  import: importing,
};

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('--');
if (isNamed && !trials[first]) {
  console.error(`There is no "${first}". Choose from: ${Object.keys(trials).join(', ')}.`);
  process.exit(2);
}
const chosen = isNamed ? [first] : Object.keys(trials);
const args = isNamed ? rest : process.argv.slice(2);
let held = true;
for (const name of chosen) held = (await trials[name]!(args)) && held;
process.exitCode = held ? 0 : 1;
