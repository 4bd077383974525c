import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf, violation } from './import-boundaries.ts';

const serverImport = (from: string, to: string, isType = false) =>
  violation({ from: `server/src/${from}`, to: `server/src/${to}`, isType });

test.each([
  ['leads/post-leads.ts', 'bulk/post-bulk.ts', 'must not import'],
  ['people/people.ts', 'usage/usage.ts', 'must not import'],
  ['platform/http/app.ts', 'leads/rules.ts', 'must not import'],
  ['people/people.ts', 'leads/rules.ts', 'must not import'],
  ['routes.ts', 'service.ts', 'must not import'],
  ['leads/sql.ts', 'people/people.ts', 'only platform/db'],
  ['leads/rules.ts', 'platform/error.ts', 'only the contract'],
  ['leads/post-leads.ts', 'config.ts', 'only entry points'],
  ['attic/box.ts', 'platform/error.ts', 'has no layer'],
])('%s may not import %s', (from, to, why) => {
  expect(serverImport(from, to)).toContain(why);
});

test.each([
  ['api.ts', 'routes.ts'],
  ['routes.ts', 'leads/post-leads.ts'],
  ['leads/post-leads.ts', 'people/people.ts'],
  ['leads/post-leads.ts', 'leads/rules.ts'],
  ['leads/sql.ts', 'platform/db/index.ts'],
])('%s may import %s', (from, to) => {
  expect(serverImport(from, to)).toBeUndefined();
});

test('the contract imports only zod, the client only types, and no package the server', () => {
  const check = (from: string, to: string, isType = false) => violation({ from, to, isType });
  expect(check('contract/src/leads.ts', 'pg')).toContain('only zod');
  expect(check('client/src/index.ts', '@outcrop/contract')).toContain('no runtime');
  expect(check('client/src/index.ts', '@outcrop/contract', true)).toBeUndefined();
  expect(check('console/src/main.tsx', 'server/src/api.ts')).toContain('must not be imported');
  expect(check('console/src/main.tsx', '@outcrop/contract')).toContain('only types');
  expect(check('console/src/main.tsx', '@outcrop/contract', true)).toBeUndefined();
});

test('all forms of imports are found, and types are distinguished from values', () => {
  const source = [
    `import a from 'a';`,
    `import type { B } from './b.ts';`,
    `import { type C, type D } from '../c.ts';`,
    `import { type E, f } from 'e';`,
    `export { g } from './g.ts';`,
    `import {\n  h,\n} from './h.ts';`,
    `import './i.ts';`,
  ].join('\n');
  expect(importsOf('x/y/z.ts', source).map(({ to, isType }) => `${to} ${isType}`)).toEqual([
    'a false',
    'x/y/b.ts true',
    'x/c.ts true',
    'e false',
    'x/y/g.ts false',
    'x/y/h.ts false',
    'x/y/i.ts false',
  ]);
});

test('the identity key modules import nothing else, so they run in a browser [identity.runs-anywhere]', () => {
  const root = new URL('../', import.meta.url);
  const files = globSync('contract/src/{identity.ts,identity/*.ts}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const imports = files.flatMap((file) =>
    importsOf(file, readFileSync(new URL(file, root), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const { to } of imports) expect(to).toMatch(/^contract\/src\/identity/);
});
