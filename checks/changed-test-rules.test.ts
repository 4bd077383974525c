import { expect, test } from 'vitest';
import { testsFor } from './changed-test-rules.ts';

const files: Record<string, string> = {
  'contract/src/leads.ts': `export const postLeads = defineEndpoint({ id: 'postLeads' })`,
  'server/src/routes.ts': `import { postLeads } from './leads/post-leads.ts';`,
  'server/src/leads/post-leads.ts': `import { add } from '../core/prospects/add.ts';`,
  'server/src/leads/post-leads.api.test.ts': '',
  'server/src/core/prospects/add.ts': `import { key } from './key-rules.ts';`,
  'server/src/core/prospects/key-rules.ts': '',
  'server/src/core/prospects/key-rules.test.ts': `import { key } from './key-rules.ts';`,
  'server/src/usage/get-usage.api.test.ts': `import { testService } from '../../test/harness.ts';`,
  'server/test/harness.ts': `import { routes } from '../src/routes.ts';`,
  'server/test/sweep.slow.test.ts': '',
  'server/test/prospects/races.slow.test.ts': '',
  'server/test/prospects/size.nightly.test.ts': '',
  'console/src/pages/prospects/page.tsx': '',
  'console/test/components/every-page.test.tsx': '',
  'console/test/prospects-sort.test.ts': '',
  'console/test/lists.test.ts': '',
};
const testsOf = (...changed: string[]) =>
  testsFor(changed, Object.keys(files), (file) => files[file]!);

test('a rule runs the tests beside it, those of its noun and the sweep, and not those of others', () => {
  expect(testsOf('server/src/core/prospects/key-rules.ts')).toEqual([
    'server/src/core/prospects/key-rules.test.ts',
    'server/test/prospects/races.slow.test.ts',
    'server/test/sweep.slow.test.ts',
  ]);
});

test('a declaration runs the tests of its endpoint', () => {
  expect(testsOf('contract/src/leads.ts')).toEqual([
    'server/src/leads/post-leads.api.test.ts',
    'server/test/sweep.slow.test.ts',
  ]);
});

test('a page runs its journeys and the sweep of pages', () => {
  expect(testsOf('console/src/pages/prospects/page.tsx')).toEqual([
    'console/test/components/every-page.test.tsx',
    'console/test/prospects-sort.test.ts',
  ]);
});

test('what tests share runs every test that imports it', () => {
  expect(testsOf('server/test/harness.ts')).toEqual(['server/src/usage/get-usage.api.test.ts']);
});
