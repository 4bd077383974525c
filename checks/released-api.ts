import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiDocument, apiLosses } from './api-losses.ts';

// Compares the public API with that of the last release: within v1 it only grows.

const contract = join(import.meta.dirname, '../contract');
const document = (file: string) =>
  JSON.parse(readFileSync(join(contract, file), 'utf8')) as ApiDocument;

const [last] = globSync('releases/*/openapi.json', { cwd: contract }).sort((one, other) =>
  other.localeCompare(one, 'en', { numeric: true }),
);
if (!last) throw new Error('contract/releases has no OpenAPI document.');
// One change of a shared schema, such as that of errors, is a loss in many places.
const maxShown = 20;
const losses = apiLosses(document(last), document('openapi.json'));
if (losses.length > 0) {
  console.error(`v1 only grows, but contract/openapi.json lacks what contract/${last} has.`);
  console.error('Keep it, and add a new field, value or endpoint beside it:');
  for (const loss of losses.slice(0, maxShown)) console.error(`  ${loss}`);
  if (losses.length > maxShown) console.error(`  and ${losses.length - maxShown} more`);
  process.exitCode = 1;
}
