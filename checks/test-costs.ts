import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FileCost } from './cost-reporter.ts';

const usage = `npm run test:costs -- [--project NAME …] [--write]

Runs the test projects one after another, and prints what each of them and the dearest files cost: CPU
time, cases and the time of the set-up. --write puts the tables into docs/developing.md.
Needs Linux, and PostgreSQL on this machine. Close what else is running.
`;
const page = join(import.meta.dirname, '../docs/developing.md');
const markers = ['<!-- test costs -->\n', '<!-- end of test costs -->'] as const;
const maxListedFiles = 25;

interface ProjectCost {
  name: string;
  seconds: number;
  testCpuSeconds: number;
  postgresCpuSeconds: number;
  status: number | null;
  files: FileCost[];
}

function costOfProject(name: string, output: string): ProjectCost {
  const before = {
    at: performance.now(),
    tests: childCpuSeconds(),
    postgres: postgresCpuSeconds(),
  };
  const args = ['run', '--project', name, '--includeTaskLocation', '--reporter=default'];
  const { status } = spawnSync(
    'vitest',
    [...args, `--reporter=${join(import.meta.dirname, 'cost-reporter.ts')}`],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_COSTS: output },
    },
  );
  return {
    name,
    status,
    seconds: (performance.now() - before.at) / 1_000,
    testCpuSeconds: childCpuSeconds() - before.tests,
    postgresCpuSeconds: postgresCpuSeconds() - before.postgres,
    files: JSON.parse(readFileSync(output, 'utf8')) as FileCost[],
  };
}

/** The fields of /proc/PID/stat from the third on, which follow the name of the program. */
function processFields(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Linux counts CPU time in hundredths of a second. Children count when they have ended. */
const ownTicks = (fields: string[]) => Number(fields[11]) + Number(fields[12]);
const childTicks = (fields: string[]) => Number(fields[13]) + Number(fields[14]);

const childCpuSeconds = () => childTicks(processFields('self')) / 100;

/** The CPU time of all PostgreSQL servers on this machine, including those that tests start. */
function postgresCpuSeconds(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
        return isPostgres ? [{ pid, fields: processFields(pid) }] : [];
      } catch {
        return [];
      }
    });
  const isServer = ({ fields }: { fields: string[] }) =>
    !processes.some(({ pid }) => pid === fields[1]);
  return (
    processes.reduce(
      (ticks, one) => ticks + ownTicks(one.fields) + (isServer(one) ? childTicks(one.fields) : 0),
      0,
    ) / 100
  );
}

function projectTable(costs: readonly ProjectCost[]): string {
  const rows = costs.map(({ name, files, ...cost }) => [
    name,
    String(files.length),
    count(sumOf(files, ({ written }) => written)),
    count(sumOf(files, ({ expanded }) => expanded)),
    seconds(cost.seconds),
    seconds(cost.testCpuSeconds),
    seconds(cost.postgresCpuSeconds),
    setUpShare(files),
  ]);
  const all = [
    'all',
    count(sumOf(costs, ({ files }) => files.length)),
    count(sumOf(costs, ({ files }) => sumOf(files, ({ written }) => written))),
    count(sumOf(costs, ({ files }) => sumOf(files, ({ expanded }) => expanded))),
    seconds(sumOf(costs, (cost) => cost.seconds)),
    seconds(sumOf(costs, (cost) => cost.testCpuSeconds)),
    seconds(sumOf(costs, (cost) => cost.postgresCpuSeconds)),
    setUpShare(costs.flatMap(({ files }) => files)),
  ];
  return table(
    ['project', 'files', 'written', 'cases', 'time', 'CPU', 'CPU of PostgreSQL', 'set-up'],
    [...rows, all],
  );
}

const fileTable = (costs: readonly ProjectCost[]): string =>
  table(
    ['dearest file', 'project', 'written', 'cases', 'time', 'set-up'],
    costs
      .flatMap(({ files }) => files)
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, maxListedFiles)
      .map((file) => [
        `\`${file.file}\``,
        file.project,
        count(file.written),
        count(file.expanded),
        seconds(file.seconds),
        setUpShare([file]),
      ]),
  );

/**
 * The share of set-up in the time of test files: imports, then databases, services and browsers.
 */
function setUpShare(files: readonly FileCost[]): string {
  const parts = new Map<string, number>();
  for (const { setUpSeconds } of files)
    for (const [part, time] of Object.entries(setUpSeconds))
      parts.set(part, (parts.get(part) ?? 0) + time);
  const total = sumOf(files, (file) => file.seconds);
  const percent = (time: number) => `${Math.round((100 * time) / total)} %`;
  return [...parts].map(([part, time]) => `${part} ${percent(time)}`).join(', ') || '–';
}

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0);
const seconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
const count = (value: number): string => value.toLocaleString('en-US');
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function writeTables(tables: string): void {
  const text = readFileSync(page, 'utf8');
  const [start, end] = markers.map((marker) => text.indexOf(marker));
  if (start === undefined || end === undefined || start < 0 || end < start)
    throw new Error(`${page} has no ${markers.join(' and ').replaceAll('\n', '')}.`);
  writeFileSync(page, `${text.slice(0, start + markers[0].length)}\n${tables}\n${text.slice(end)}`);
}

const { values: options } = parseArgs({
  options: {
    project: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) console.log(usage);
else {
  const names = options.project ?? ['unit', 'components', 'api', 'slow', 'console', 'extension'];
  const folder = mkdtempSync(join(tmpdir(), 'test-costs-'));
  try {
    const costs = names.map((name) => costOfProject(name, join(folder, `${name}.json`)));
    const tables = `${projectTable(costs)}\n\n${fileTable(costs)}\n`;
    console.log(`\n${tables}`);
    if (options.write) writeTables(tables);
    process.exitCode = costs.every(({ status }) => status === 0) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
