import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importGraph } from './import-boundaries.ts';

const forbidden: [from: string, to: string, why: string][] = [
  ['server/src/leads/one.ts', 'server/src/bulk/post-bulk.ts', 'none imports another'],
  ['server/src/leads/two.ts', 'server/src/routes.ts', 'no higher layer'],
  ['server/src/leads/three.ts', 'server/src/config.ts', 'only entry points'],
  ['server/src/core/events/emit.ts', 'server/src/core/prospects/add.ts', 'only those after it'],
  ['server/src/core/usage/quota.ts', 'server/src/leads/post-leads.ts', 'no higher layer'],
  [
    'server/src/core/usage/http.ts',
    'server/src/platform/http/endpoint-call.ts',
    'core knows no HTTP',
  ],
  ['server/src/platform/http/app.ts', 'server/src/core/audit/record.ts', 'no higher layer'],
  ['server/src/routes.ts', 'server/src/service.ts', 'no higher layer'],
  ['server/src/leads/match-rules.ts', 'server/src/platform/error.ts', 'rules import only'],
  ['server/src/leads/leads.sql.ts', 'server/src/core/usage/usage.ts', 'storage imports only'],
  ['server/src/attic/box.ts', 'server/src/platform/error.ts', 'belongs to a layer'],
  ['contract/src/leads.ts', 'server/src/platform/error.ts', 'only zod'],
  ['contract/src/identity/email.ts', 'contract/src/fields.ts', 'run anywhere'],
  ['client/src/index.ts', 'contract/src/fields.ts', 'only types'],
  ['console/src/api/calls.ts', 'contract/src/fields.ts', 'import only types'],
  ['console/src/api/server.ts', 'server/src/platform/error.ts', 'outside of the server'],
  ['console/src/pages/home/home.tsx', 'console/src/pages/lists/lists.tsx', 'none imports another'],
  ['console/src/shell/frame.tsx', 'console/src/pages/lists/lists.tsx', 'none imports another'],
  ['console/src/components/table.tsx', 'console/src/features/tasks/follow.ts', 'no higher layer'],
  ['console/src/features/tasks/tray.ts', 'console/src/features/prospect/name.ts', 'after it'],
  ['console/src/browser/keys.ts', 'console/src/api/session.ts', 'no higher layer'],
  ['bench/one.ts', 'bench/absent.ts', 'every import is found'],
];

const allowed: [from: string, to: string][] = [
  ['server/src/api.ts', 'server/src/config.ts'],
  ['server/src/job-registrations.ts', 'server/src/leads/post-leads.ts'],
  ['server/src/leads/post-leads.ts', 'server/src/core/prospects/add.ts'],
  ['server/src/leads/lead-rules.ts', 'server/src/core/prospects/match-rules.ts'],
  ['server/src/core/prospects/add.ts', 'server/src/core/audit/record.ts'],
  ['server/src/core/sign-in/caller.ts', 'server/src/platform/http/endpoint-call.ts'],
  ['server/src/leads/leads.test.ts', 'server/src/bulk/post-bulk.ts'],
  ['server/src/leads/sql.ts', 'server/src/platform/db/index.ts'],
  ['server/test/leads.ts', 'server/src/config.ts'],
  ['console/src/routes.tsx', 'console/src/pages/lists/lists.tsx'],
  ['console/src/pages/lists/lists.tsx', 'console/src/features/prospect/name.ts'],
  ['console/src/features/prospect/name.ts', 'console/src/components/badge.tsx'],
  ['console/src/api/roles.ts', 'contract/src/roles.ts'],
  ['torture/one.ts', 'server/src/config.ts'],
];

/** Statements other than `import './x.ts'`. */
const statements: Record<string, string> = {
  'server/src/bulk/dynamic.ts': "export const load = () => import('../leads/post-leads.ts');",
  'server/src/bulk/export.ts': "export { a } from '../leads/post-leads.ts';",
  'server/src/bulk/type.ts': "import type { A } from '../leads/post-leads.ts';",
  'client/src/types.ts': "import type { A } from '../../contract/src/fields.ts';",
  'client/src/both.ts':
    "import type { A } from '../../contract/src/fields.ts';\nimport { a } from '../../contract/src/fields.ts';",
  'console/src/api/types.ts': "import { type A } from '../../../contract/src/fields.ts';",
  'checks/hen.ts': "import type { Egg } from './egg.ts';",
  'checks/egg.ts': "import { hen } from './hen.ts';",
};

const root = mkdtempSync(join(tmpdir(), 'import-boundaries-'));
let graph: Awaited<ReturnType<typeof importGraph>>;
const rulesBrokenBy = (file: string) =>
  graph.violations.filter(({ from }) => from === file).map(({ rule }) => rule);

beforeAll(async () => {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const pairs = [...forbidden, ...allowed];
  for (const [, to] of pairs) if (!to.includes('absent')) write(to, 'export const a = 1;');
  for (const [from, to] of pairs) write(from, `import '${relativeImport(from, to)}';`);
  for (const [file, text] of Object.entries(statements)) write(file, text);
  graph = await importGraph(root, ['.']);
}, 30_000);
afterAll(() => rmSync(root, { recursive: true }));

function relativeImport(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

test.each(forbidden)('%s may not import %s', (from, _to, why) => {
  expect(rulesBrokenBy(from).join('; ')).toContain(why);
});

test.each(allowed)('%s may import %s', (from) => {
  expect(rulesBrokenBy(from)).toEqual([]);
});

test('an import is seen in each of its forms', () => {
  for (const form of ['dynamic', 'export', 'type'])
    expect(rulesBrokenBy(`server/src/bulk/${form}.ts`).join()).toContain('none imports another');
});

test('types of the contract are allowed where its values are not', () => {
  expect(rulesBrokenBy('client/src/types.ts')).toEqual([]);
  expect(rulesBrokenBy('console/src/api/types.ts')).toEqual([]);
  expect(rulesBrokenBy('client/src/both.ts').join()).toContain('only types');
});

test('a circle is found, even if half of it is a type', () => {
  expect(graph.violations).toContainEqual({
    from: 'checks/egg.ts',
    to: 'checks/hen.ts → checks/egg.ts',
    rule: 'imports do not go in circles',
  });
});

test('the identity key modules import nothing else, so they run in a browser', async () => {
  const { modules } = await importGraph(join(import.meta.dirname, '..'), [
    'contract/src/identity.ts',
  ]);
  expect(modules.length).toBeGreaterThan(3);
  for (const { source, dependencies } of modules) {
    expect(source).toMatch(/^contract\/src\/identity/);
    for (const { resolved } of dependencies) expect(resolved).toMatch(/^contract\/src\/identity/);
  }
});
