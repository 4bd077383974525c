import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf, violation } from './arrows.ts';

const room = (from: string, to: string, isType = false) =>
  violation({ from: `server/src/${from}`, to: `server/src/${to}`, isType });

test.each([
  ['leads/post-leads.ts', 'bulk/post-bulk.ts', 'must not reach into'],
  ['people/people.ts', 'usage/usage.ts', 'must not reach into'],
  ['platform/http/app.ts', 'leads/rules.ts', 'must not reach into'],
  ['people/people.ts', 'leads/rules.ts', 'must not reach into'],
  ['routes.ts', 'service.ts', 'must not reach into'],
  ['leads/sql.ts', 'people/people.ts', 'only platform/db'],
  ['leads/rules.ts', 'platform/error.ts', 'only the contract'],
  ['leads/post-leads.ts', 'config.ts', 'only front doors'],
  ['attic/box.ts', 'platform/error.ts', 'stands on no floor'],
])('%s may not import %s', (from, to, why) => {
  expect(room(from, to)).toContain(why);
});

test.each([
  ['api.ts', 'routes.ts'],
  ['routes.ts', 'leads/post-leads.ts'],
  ['leads/post-leads.ts', 'people/people.ts'],
  ['leads/post-leads.ts', 'leads/rules.ts'],
  ['leads/sql.ts', 'platform/db/index.ts'],
])('%s may import %s', (from, to) => {
  expect(room(from, to)).toBeUndefined();
});

test('the contract imports only zod, the client only types, and nobody the server', () => {
  const arrow = (from: string, to: string, isType = false) => violation({ from, to, isType });
  expect(arrow('contract/src/leads.ts', 'pg')).toContain('only zod');
  expect(arrow('client/src/index.ts', '@outcrop/contract')).toContain('no runtime');
  expect(arrow('client/src/index.ts', '@outcrop/contract', true)).toBeUndefined();
  expect(arrow('console/src/main.tsx', 'server/src/api.ts')).toContain('nobody');
  expect(arrow('console/src/main.tsx', '@outcrop/contract')).toContain('only types');
  expect(arrow('console/src/main.tsx', '@outcrop/contract', true)).toBeUndefined();
});

test('imports are found in every spelling, and types are told from values', () => {
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

test('the identity keys import nothing but themselves, so that a browser can run them [identity.runs-anywhere]', () => {
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
