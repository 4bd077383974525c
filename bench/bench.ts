import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@outcrop/contract';
import { type Baseline, ratiosOf, slowerThan, together } from './baseline.ts';
import { type Case, casesOf } from './cases.ts';
import { fire } from './load.ts';
import { cost, type Effort, type Figures, measure, median, type Results } from './measure.ts';
import { report } from './report.ts';
import { large, type Size, small } from './sizes.ts';
import { Processes, type Stage, setStage, startCluster } from './stage.ts';
import { measureWebhooks } from './webhooks.ts';
import { reportWebhooks } from './webhooks-report.ts';

const short = process.argv.includes('--short');
/** `--plant=1.3` makes every request cost 1.3 times its CPU, to see that the comparison notices. */
const planted = process.argv
  .find((given) => given.startsWith('--plant='))
  ?.slice('--plant='.length);
const root = join(import.meta.dirname, '..');
const say = (line: string): void => console.log(line);
const effort: Effort = short
  ? { rounds: 5, seconds: 1, callers: 8 }
  : { rounds: 3, seconds: 3, callers: 8 };
const api = (appUrl: string, count = 1) =>
  new Processes().start('server/src/api.ts', count, {
    DATABASE_URL: appUrl,
    DATABASE_POOL_SIZE: '32',
    ...(planted !== undefined && {
      PLANT: planted,
      NODE_OPTIONS: `--import=${join(root, 'bench/plant.ts')}`,
    }),
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

/** What looks slower is measured again, and all its rounds together decide. */
async function compare(): Promise<void> {
  const kept = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
  let figures = await shortRun(shortCases);
  for (let looks = 1; ; looks++) {
    const slower = slowerThan(kept, figures);
    if (slower.size === 0) return say('\nNo slower than the baseline.');
    say('\nSlower than the baseline:');
    for (const [name, how] of slower) say(`${name}: ${how}`);
    if (looks === 2) break;
    const again = await shortRun([...slower.keys()]);
    figures = again.map((second) =>
      together(figures.find(({ name }) => name === second.name)!, second),
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
    sizes: [few, many].map(({ size, figures }) => ({ size, figures })),
    processes: many.processes,
    framework: few.framework,
  };
}

/** Every case, or those named, in a database of this size. */
async function measureAll(size: Size, names?: string[], inMoreProcesses = false) {
  say(`\n${size.name} prospects`);
  const stage = await setStage(cluster, size, say);
  const cases = await casesOf(stage, size);
  const plainShots = cases.find(({ name }) => name.endsWith('first page'))!.shots;
  const service = await api(stage.appUrl);
  const bareFramework = await startFramework();
  await fire(bareFramework.origins, effort.callers, 1, plainShots);
  const rivals = { stage, api: service, framework: bareFramework, plainShots };
  const figures: Figures[] = [];
  for (const one of cases.filter(({ name }) => names?.includes(name) ?? true)) {
    figures.push(await measure(rivals, one, effort));
    say(lineOf(figures.at(-1)!));
  }
  const { load, cpuMs } = await cost(bareFramework, effort.callers, effort.seconds, plainShots);
  await service.stop();
  await bareFramework.stop();
  const processes = inMoreProcesses ? await withMoreProcesses(stage, cases) : [];
  await stage.owner.close();
  return { size: size.name, figures, processes, framework: { perSecond: load.perSecond, cpuMs } };
}

async function withMoreProcesses(stage: Stage, cases: Case[]): Promise<Results['processes']> {
  const measured: Results['processes'] = [];
  for (const one of cases.filter(({ name }) => shortCases.includes(name))) {
    const perSecond: Record<string, number> = {};
    for (const count of [1, 2, 4]) {
      const many = await api(stage.appUrl, count);
      await fire(many.origins, effort.callers, 1, one.shots);
      perSecond[count] = (
        await fire(many.origins, effort.callers, effort.seconds, one.shots)
      ).perSecond;
      await many.stop();
    }
    measured.push({ name: one.name, perSecond });
    say(`${one.name}: ${JSON.stringify(perSecond)}`);
  }
  return measured;
}

/** The framework alone, with a body of the same size as a page. */
function startFramework(): Promise<Processes> {
  const [person] = endpoints.getProspects.examples[0].data['prospects'] as [object];
  const body = JSON.stringify({
    ok: true,
    data: { prospects: Array.from({ length: 25 }, () => person) },
  });
  return new Processes().start('bench/bare-fastify.ts', 1, { BODY: body });
}

function lineOf({ name, apiPerSecond, barePerSecond, ratio, p50, p99, cpuMs }: Figures): string {
  const f = (values: number[], digits = 0) => median(values).toFixed(digits);
  return `${name.padEnd(40)} ${f(apiPerSecond).padStart(6)}/s  bare ${f(barePerSecond).padStart(6)}/s  ratio ${f(ratio, 2)}  p50 ${f(p50, 1)} ms  p99 ${f(p99, 1)} ms  cpu ${f(cpuMs, 2)} ms`;
}
