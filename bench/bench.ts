import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@outcrop/contract';
import { sql } from '../server/src/platform/db/index.ts';
import { type Baseline, mergeFigures, ratiosOf, slowerThan } from './baseline.ts';
import { type Case, casesOf } from './cases.ts';
import { type Environment, Processes, prepareEnvironment, startCluster } from './environment.ts';
import { runLoad } from './load.ts';
import {
  cost,
  type Disk,
  type Figures,
  type MeasureSettings,
  measure,
  median,
  type Results,
} from './measure.ts';
import { report } from './report.ts';
import { large, type Size, small } from './sizes.ts';
import { measureWebhooks } from './webhooks.ts';
import { reportWebhooks } from './webhooks-report.ts';

const short = process.argv.includes('--short');
/** `--plant=1.3` makes every request use 1.3 times its CPU, to test the comparison. */
const slowdown = process.argv
  .find((given) => given.startsWith('--plant='))
  ?.slice('--plant='.length);
const root = join(import.meta.dirname, '..');
const say = (line: string): void => console.log(line);
const settings: MeasureSettings = short
  ? { rounds: 5, seconds: 1, callers: 8 }
  : { rounds: 3, seconds: 3, callers: 8 };
const api = (appUrl: string, count = 1) =>
  new Processes().start('server/src/api.ts', count, {
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

if (process.argv.includes('--webhooks')) {
  reportWebhooks(root, await measureWebhooks(say));
  process.exit();
}
const cluster = await startCluster();
try {
  if (!short) report(root, await fullRun());
  else if (process.argv.includes('--save'))
    writeFileSync(
      baselineFile,
      `${JSON.stringify(ratiosOf(await shortRun(shortCases)), null, 2)}\n`,
    );
  else await compare();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await cluster.stop();

/** Slower cases are measured again, and all rounds together decide. */
async function compare(): Promise<void> {
  const kept = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
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

async function shortRun(names: string[]): Promise<Figures[]> {
  return (await measureAll(small, names)).figures;
}

async function fullRun(): Promise<Results> {
  const few = await measureAll(small);
  const many = await measureAll(large, undefined, true);
  return {
    sizes: [few, many].map(({ size, figures, disk }) => ({ size, figures, disk })),
    processes: many.processes,
    framework: few.framework,
  };
}

async function measureAll(size: Size, names?: string[], inMoreProcesses = false) {
  say(`\n${size.name} prospects`);
  const environment = await prepareEnvironment(cluster, size, say);
  const cases = await casesOf(environment, size);
  const frameworkRequests = cases.find(({ name }) => name.endsWith('first page'))!.nextRequest;
  const service = await api(environment.appUrl);
  const bareFramework = await startFramework();
  await runLoad(bareFramework.origins, settings.callers, 1, frameworkRequests);
  const targets = {
    environment,
    api: service,
    framework: bareFramework,
    frameworkRequests,
  };
  const figures: Figures[] = [];
  for (const one of cases.filter(({ name }) => names?.includes(name) ?? true)) {
    figures.push(await measure(targets, one, settings));
    say(formatFigures(figures.at(-1)!));
  }
  const { load, cpuMs } = await cost(
    bareFramework,
    settings.callers,
    settings.seconds,
    frameworkRequests,
  );
  await service.stop();
  await bareFramework.stop();
  const processes = inMoreProcesses ? await withMoreProcesses(environment, cases) : [];
  const disk = await diskOf(environment, size);
  await environment.owner.close();
  return {
    size: size.name,
    figures,
    disk,
    processes,
    framework: { perSecond: load.perSecond, cpuMs },
  };
}

/** What the tables of prospects and of their words take, with all partitions. */
function diskOf({ owner }: Environment, { workspaces }: Size): Promise<Disk[]> {
  const prospects = workspaces.reduce((sum, count) => sum + count, 0);
  return owner.ask<Disk>(sql`
    select root.relname as table,
           (sum(pg_table_size(part.relid)) / ${prospects}::int)::int as rows,
           (sum(pg_indexes_size(part.relid)) / ${prospects}::int)::int as indexes
    from pg_class root cross join lateral pg_partition_tree(root.oid) as part
    where root.relname in ('prospect', 'prospect_word') and root.relkind = 'p'
    group by 1 order by 1`);
}

async function withMoreProcesses(
  environment: Environment,
  cases: Case[],
): Promise<Results['processes']> {
  const measured: Results['processes'] = [];
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
function startFramework(): Promise<Processes> {
  const [person] = endpoints.getProspects.examples[0].data['prospects'] as [object];
  const body = JSON.stringify({
    ok: true,
    data: { prospects: Array.from({ length: 25 }, () => person) },
  });
  return new Processes().start('bench/bare-fastify.ts', 1, { BODY: body });
}

function formatFigures({
  name,
  apiPerSecond,
  barePerSecond,
  ratio,
  p50,
  p99,
  cpuMs,
}: Figures): string {
  const f = (values: number[], digits = 0) => median(values).toFixed(digits);
  return `${name.padEnd(40)} ${f(apiPerSecond).padStart(6)}/s  bare ${f(barePerSecond).padStart(6)}/s  ratio ${f(ratio, 2)}  p50 ${f(p50, 1)} ms  p99 ${f(p99, 1)} ms  cpu ${f(cpuMs, 2)} ms`;
}
