import { readFileSync, writeFileSync } from 'node:fs';
import { manageEndpoints } from './endpoints.ts';
import { eventsPage } from './events-page.ts';
import { openApiDocument } from './openapi.ts';

// Writes what others read of the contract; with --check only says whether it is up to date.

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

/** The client takes only types from the contract, so it is given the addresses in a file. */
const managePaths = () =>
  [
    '// Written by npm run openapi.',
    '',
    '/** Where each call of the manage API goes. */',
    'export const managePaths = {',
    ...Object.values(manageEndpoints).map(
      ({ id, method, path }) => `  ${id}: '${method} ${path}',`,
    ),
    '} as const;',
    '',
  ].join('\n');

const files: Record<string, () => string> = {
  'contract/openapi.json': () => json(openApiDocument('ext')),
  'contract/openapi-manage.json': () => json(openApiDocument('manage')),
  'client/src/manage-paths.ts': managePaths,
  'docs/events.md': eventsPage,
};

const written = (file: URL) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

for (const [name, render] of Object.entries(files)) {
  const file = new URL(`../../${name}`, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, render());
  } else if (written(file) !== render()) {
    console.error(`${name} is not what the contract says: run npm run openapi`);
    process.exitCode = 1;
  }
}
