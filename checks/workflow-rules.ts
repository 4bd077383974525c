import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
}

interface Job {
  uses?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps?: Step[];
}

interface Workflow {
  permissions?: unknown;
  concurrency?: unknown;
  jobs: Record<string, Job>;
}

/** What the commands of a workflow can refer to. */
export interface RepositoryFiles {
  scripts: string[];
  hasFile: (path: string) => boolean;
}

/**
 * Our own rules for a workflow. Its commands are scripts of the repository, so that everything that
 * runs on GitHub also runs on a developer's machine. Nothing that can change without a commit here may
 * get a right to publish: actions are pinned to digests, and a job with such a right installs nothing.
 */
export function workflowProblems(source: string, repository: RepositoryFiles): string[] {
  const { permissions, concurrency, jobs } = parse(source) as Workflow;
  return [
    ...(isReadOnly(permissions) ? [] : ['permissions are not { contents: read }']),
    ...(concurrency ? [] : ['concurrency is missing']),
    ...Object.entries(jobs).flatMap(([name, job]) =>
      jobProblems(job, repository).map((problem) => `${name}: ${problem}`),
    ),
  ];
}

const isReadOnly = (permissions: unknown) =>
  JSON.stringify(permissions) === JSON.stringify({ contents: 'read' });

function jobProblems(job: Job, repository: RepositoryFiles): string[] {
  const steps = job.steps ?? [];
  const used = [job, ...steps].flatMap(({ uses }) => uses ?? []);
  const commands = steps.flatMap(({ run }) => run?.trim().split('\n') ?? []);
  return [
    ...(job['timeout-minutes'] || job.uses ? [] : ['timeout-minutes is missing']),
    ...used
      .filter((action) => !/^\.\/|@[0-9a-f]{40}$/.test(action))
      .map((action) => `${action} is not pinned to the digest of a commit`),
    ...writeRightProblems(rightsToWrite(job), commands),
    ...commands.flatMap((command) => commandProblem(command, repository) ?? []),
  ];
}

/** What a job that publishes may write: its identity for npm and signatures, and images. */
const publishingRights = ['id-token', 'packages'];

const rightsToWrite = ({ permissions = {} }: Job): string[] =>
  Object.keys(permissions).filter((name) => permissions[name] !== 'read');

const writeRightProblems = (rights: string[], commands: string[]): string[] => [
  ...rights.filter((name) => !publishingRights.includes(name)).map((name) => `may write ${name}`),
  ...(rights.length > 0 && commands.some((command) => /^npm (ci|install)\b/.test(command))
    ? ['installs packages with the right to write; build in another job, and pass on the artifact']
    : []),
];

function commandProblem(command: string, { scripts, hasFile }: RepositoryFiles): string | null {
  const [, script] = /^npm run ([\w:]+)( |$)/.exec(command) ?? [];
  const [, file] = /^bash ([\w./-]+)( |$)/.exec(command) ?? [];
  if (script) return scripts.includes(script) ? null : `package.json has no script ${script}`;
  if (file) return hasFile(file) ? null : `${file} does not exist`;
  if (/^npm ci( |$)|^git config --global --add safe\.directory /.test(command)) return null;
  return `"${command}" is not a script of the repository`;
}
