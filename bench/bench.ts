import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@outcrop/contract';
import { printUsageOnHelp } from '../checks/usage.ts';
import { sql } from '../server/src/platform/db/index.ts';
import { type BaselineRatios, mergeFigures, ratiosOf, slowerThan } from './baseline.ts';
import { type BenchCase, casesOf } from './cases.ts';
import {
  type BenchEnvironment,
  prepareEnvironment,
  ServerProcesses,
  startCluster,
} from './environment.ts';
import { runLoad } from './load.ts';
import { measureMail } from './mail/measure.ts';
import { reportMail } from './mail/report.ts';
import {
  type BenchResults,
  type BenchTargets,
  type CaseFigures,
  type DiskUse,
  type MeasureSettings,
  measureCost,
  measureRound,
  medianOf,
  noFigures,
  warmUp,
} from './measure.ts';
import { writeReport } from './report.ts';
import { type DatabaseSize, largeSize, smallSize } from './sizes.ts';
import { measureWebhooks } from './webhooks.ts';
import { reportWebhooks } from './webhooks-report.ts';

printUsageOnHelp(`npm run bench [-- OPTION]

Measures the API with its own PostgreSQL in .bench, and writes docs/benchmarks. The full run takes hours and
19 GB of disk.

  --resume        continues a full run that was stopped, with the same commit
  --short         compares a few cases with bench/baseline.json, in minutes
  --short --save  measures the baseline again
  --webhooks      measures webhooks instead
  --mail[=PARTS]  measures sending and receiving instead, or only these parts, such as claims,cost
  --plant=1.3     makes every request use 1.3 times its CPU, to test the comparison`);
// Exit handlers end PostgreSQL and the processes that are measured.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const isShort = process.argv.includes('--short');
const slowdown = process.argv
  .find((argument) => argument.startsWith('--plant='))
  ?.slice('--plant='.length);
const root = join(import.meta.dirname, '..');
const say = (line: string): void => console.log(line);
const settings: MeasureSettings = isShort
  ? { rounds: 5, seconds: 1, callers: 8 }
  : { rounds: 3, seconds: 3, callers: 8 };
const api = (appUrl: string, count = 1) =>
  new ServerProcesses().start('server/src/api.ts', count, {
    DATABASE_URL: appUrl,
    DATABASE_POOL_SIZE: '32',
    NODE_OPTIONS: [
      `--import=${join(root, 'bench/raised-limits.ts')}`,
      ...(slowdown === undefined ? [] : [`--import=${join(root, 'bench/slowdown.ts')}`]),
    ].join(' '),
    ...(slowdown !== undefined && { PLANT: slowdown }),
  });

const shortCases = [
  'POST /leads, 100 new',
  'GET /prospects, first page',
  'GET /prospects, rare word',
  'GET /boards',
  'GET /session',
];

const baselineFile = join(root, 'bench/baseline.json');
/** What a full run has measured so far. `--resume` continues it, with the same commit. */
const measuredFile = join(root, '.bench/figures.json');
const readMeasured = () =>
  JSON.parse(readFileSync(measuredFile, 'utf8')) as Record<string, CaseFigures[]>;

if (process.argv.includes('--webhooks')) {
  reportWebhooks(root, await measureWebhooks(say));
  process.exit();
}
/** `--mail=claims,cost` measures these parts again. */
const mail = process.argv.find((argument) => /^--mail(=|$)/.test(argument));
if (mail) {
  const only = mail.split('=')[1]?.split(',') ?? [];
  reportMail(root, await measureMail(only, say));
  process.exit();
}
const cluster = await startCluster();
try {
  if (!isShort) writeReport(root, await fullRun());
  else if (process.argv.includes('--save'))
    writeFileSync(
      baselineFile,
      `${JSON.stringify(ratiosOf(await shortRun(shortCases)), null, 2)}\n`,
    );
  else await compareWithBaseline();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await cluster.stop();

/** Slower cases are measured again, and all rounds together decide. */
async function compareWithBaseline(): Promise<void> {
  const kept = JSON.parse(readFileSync(baselineFile, 'utf8')) as BaselineRatios;
  let figures = await shortRun(shortCases);
  for (let attempt = 1; ; attempt++) {
    const slower = slowerThan(kept, figures);
    if (slower.size === 0) return say('\nNo slower than the baseline.');
    say('\nSlower than the baseline:');
    for (const [name, how] of slower) say(`${name}: ${how}`);
    if (attempt === 2) break;
    const again = await shortRun([...slower.keys()]);
    figures = again.map((second) =>
      mergeFigures(figures.find(({ name }) => name === second.name)!, second),
    );
  }
  process.exitCode = 1;
}

async function shortRun(names: string[]): Promise<CaseFigures[]> {
  const subject = await prepareSubject(smallSize);
  const [figures] = await measureCases([subject], names);
  await subject.stop();
  return figures!;
}

/** Both sizes in turn, so that other work on the machine does not look like growth. */
async function fullRun(): Promise<BenchResults> {
  const subjects = [await prepareSubject(smallSize), await prepareSubject(largeSize)] as const;
  const measured = process.argv.includes('--resume') ? readMeasured() : {};
  for (const { name } of subjects[0].cases) {
    measured[name] ??= (await measureCases([...subjects], [name])).flat();
    writeFileSync(measuredFile, JSON.stringify(measured));
  }
  const [few, many] = subjects.map((_, n) => Object.values(measured).map((pair) => pair[n]!));
  const [{ framework, frameworkRequests }] = subjects;
  const { load, cpuMs } = await measureCost(
    framework,
    settings.callers,
    settings.seconds,
    frameworkRequests,
  );
  for (const { stop } of subjects) await stop();
  const [, { environment, cases }] = subjects;
  const results = {
    cores: cpus().length,
    sizes: [
      {
        size: smallSize.name,
        figures: few!,
        disk: await diskOf(subjects[0].environment, smallSize),
      },
      { size: largeSize.name, figures: many!, disk: await diskOf(environment, largeSize) },
    ],
    processes: await withMoreProcesses(environment, cases),
    framework: { perSecond: load.perSecond, cpuMs },
  };
  for (const { environment } of subjects) await environment.owner.close();
  return results;
}

interface BenchSubject extends BenchTargets {
  size: DatabaseSize;
  cases: BenchCase[];
  stop: () => Promise<void>;
}

async function prepareSubject(size: DatabaseSize): Promise<BenchSubject> {
  say(`\n${size.name} prospects`);
  const environment = await prepareEnvironment(cluster, size, say);
  const cases = await casesOf(environment, size);
  const service = await api(environment.appUrl);
  const framework = await startFramework();
  const frameworkRequests = cases.find(({ name }) => name.endsWith('first page'))!.nextRequest;
  await runLoad(framework.origins, settings.callers, 1, frameworkRequests);
  const stop = async () => {
    await service.stop();
    await framework.stop();
  };
  return { size, environment, cases, api: service, framework, frameworkRequests, stop };
}

/** The figures of each subject. */
async function measureCases(subjects: BenchSubject[], names: string[]): Promise<CaseFigures[][]> {
  const all = subjects.map((): CaseFigures[] => []);
  const [{ cases }] = subjects as [BenchSubject];
  for (const { name } of cases.filter(({ name }) => names.includes(name))) {
    const pairs = subjects.map((subject, index) => {
      const figures = noFigures(name);
      all[index]!.push(figures);
      return { subject, figures, one: subject.cases.find((each) => each.name === name)! };
    });
    for (const { subject, one } of pairs) await warmUp(subject, one, settings);
    for (let round = 0; round < settings.rounds; round++)
      for (const { subject, one, figures } of pairs)
        await measureRound(subject, one, settings, figures);
    for (const { subject, figures } of pairs)
      say(`${subject.size.name.padEnd(13)} ${formatFigures(figures)}`);
  }
  return all;
}

/** The disk space of the tables of prospects and of their words, with all partitions. */
function diskOf({ owner }: BenchEnvironment, { workspaces }: DatabaseSize): Promise<DiskUse[]> {
  const prospects = workspaces.reduce((sum, count) => sum + count, 0);
  return owner.query<DiskUse>(sql`
    select root.relname as table,
           (sum(pg_table_size(part.relid)) / ${prospects}::int)::int as rows,
           (sum(pg_indexes_size(part.relid)) / ${prospects}::int)::int as indexes
    from pg_class root cross join lateral pg_partition_tree(root.oid) as part
    where root.relname in ('prospect', 'prospect_word') and root.relkind = 'p'
    group by 1 order by 1`);
}

async function withMoreProcesses(
  environment: BenchEnvironment,
  cases: BenchCase[],
): Promise<BenchResults['processes']> {
  const measured: BenchResults['processes'] = [];
  for (const one of cases.filter(({ name }) => shortCases.includes(name))) {
    const perSecond: Record<string, number> = {};
    for (const count of [1, 2, 4]) {
      const many = await api(environment.appUrl, count);
      await runLoad(many.origins, settings.callers, 1, one.nextRequest);
      perSecond[count] = (
        await runLoad(many.origins, settings.callers, settings.seconds, one.nextRequest)
      ).perSecond;
      await many.stop();
    }
    measured.push({ name: one.name, perSecond });
    say(`${one.name}: ${JSON.stringify(perSecond)}`);
  }
  return measured;
}

/** Fastify alone, with a body of the same size as a page. */
function startFramework(): Promise<ServerProcesses> {
  const [person] = endpoints.getProspects.examples[0].data['prospects'] as [object];
  const body = JSON.stringify({
    ok: true,
    data: { prospects: Array.from({ length: 25 }, () => person) },
  });
  return new ServerProcesses().start('bench/bare-fastify.ts', 1, { BODY: body });
}

function formatFigures({
  name,
  apiPerSecond,
  barePerSecond,
  ratio,
  p50,
  p99,
  cpuMs,
}: CaseFigures): string {
  const f = (values: number[], digits = 0) => medianOf(values).toFixed(digits);
  return `${name.padEnd(40)} ${f(apiPerSecond).padStart(6)}/s  bare ${f(barePerSecond).padStart(6)}/s  ratio ${f(ratio, 2)}  p50 ${f(p50, 1)} ms  p99 ${f(p99, 1)} ms  cpu ${f(cpuMs, 2)} ms`;
}
