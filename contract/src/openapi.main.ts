import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

// Writes contract/openapi.json; with --check only says whether it is up to date.

const file = new URL('../openapi.json', import.meta.url);
const document = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

const written = () => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

if (!process.argv.includes('--check')) {
  writeFileSync(file, document);
} else if (written() !== document) {
  console.error(
    'contract/openapi.json is not what the contract says: run node contract/src/openapi.main.ts',
  );
  process.exitCode = 1;
}
