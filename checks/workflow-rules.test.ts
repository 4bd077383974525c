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
      - uses: actions/checkout@v6
      - run: npm ci --no-audit
      - run: |
          npm run check
          bash .ci/run nightly
  others:
    uses: ./.github/workflows/ci.yml
`;

const problems = (find: string, replacement: string) =>
  workflowProblems(workflow.replace(find, replacement), repository);

test('a workflow that calls scripts of the repository has no problems', () => {
  expect(workflowProblems(workflow, repository)).toEqual([]);
});

test.each([
  ['contents: read', 'contents: write', 'permissions are not { contents: read }'],
  ['concurrency: ci', '', 'concurrency is missing'],
  ['timeout-minutes: 30', '', 'check: timeout-minutes is missing'],
  ['checkout@v6', 'checkout@main', 'check: actions/checkout@main has no version'],
  ['checkout@v6', 'checkout', 'check: actions/checkout has no version'],
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
