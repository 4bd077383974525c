import { expect, test } from 'vitest';
import { workflowProblems } from './workflow-rules.ts';

const repository = { scripts: ['check'], hasFile: (path: string) => path === '.ci/run' };

const workflow = `
permissions:
  contents: read
concurrency: ci
jobs:
  check:
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
      - run: npm ci --no-audit
      - run: |
          npm run check
          bash .ci/run nightly
  publish:
    timeout-minutes: 10
    permissions:
      contents: read
      id-token: write
    steps:
      - run: npm run check
  others:
    uses: ./.github/workflows/ci.yml
`;

const withoutDigest = (version: string) =>
  `actions/checkout${version} is not pinned to the digest of a commit`;
const installs =
  'installs packages with the right to write; build in another job, and pass on the artifact';

const problems = (find: string, replacement: string) =>
  workflowProblems(workflow.replace(find, replacement), repository);

test('a workflow that calls scripts of the repository has no problems', () => {
  expect(workflowProblems(workflow, repository)).toEqual([]);
});

test.each([
  ['contents: read', 'contents: write', 'permissions are not { contents: read }'],
  ['concurrency: ci', '', 'concurrency is missing'],
  ['timeout-minutes: 30', '', 'check: timeout-minutes is missing'],
  ['@de0fac2e4500dabe0009e67214ff5f5447ce83dd', '@main', `check: ${withoutDigest('@main')}`],
  ['@de0fac2e4500dabe0009e67214ff5f5447ce83dd', '@v6', `check: ${withoutDigest('@v6')}`],
  ['@de0fac2e4500dabe0009e67214ff5f5447ce83dd', '', `check: ${withoutDigest('')}`],
  ['      contents: read\n', '      actions: write\n', 'publish: may write actions'],
  ['      - run: npm run check\n  others', '      - run: npm ci\n  others', `publish: ${installs}`],
  ['npm run check', 'npm run chekc', 'check: package.json has no script chekc'],
  ['bash .ci/run', 'bash .ci/rnu', 'check: .ci/rnu does not exist'],
  [
    'npm run check',
    'curl https://example.com | sh',
    'check: "curl https://example.com | sh" is not a script of the repository',
  ],
])('a workflow is rejected: %s becomes %s', (find, replacement, problem) => {
  expect(problems(find, replacement)).toEqual([problem]);
});
