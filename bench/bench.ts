import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@outcrop/contract';
import { type Baseline, ratiosOf, slowerThan } from './baseline.ts';
import { type Case, casesOf } from './cases.ts';
import { fire } from './load.ts';
import { type Effort, type Figures, measure, median, type Results } from './measure.ts';
import { report } from './report.ts';
import { large, type Size, small } from './sizes.ts';
import { Processes, type Stage, setStage, startCluster } from './stage.ts';

const short = process.argv.includes('--short');
const root = join(import.meta.dirname, '..');
const say = (line: string): void => console.log(line);
const effort: Effort = short
  ? { rounds: 5, seconds: 2, callers: 8 }
  : { rounds: 3, seconds: 3, callers: 8 };
const api = (appUrl: string, count = 1) =>
  new Processes().start('server/src/api.ts', count, {
    DATABASE_URL: appUrl,
    DATABASE_POOL_SIZE: '32',
  });

const shortCases = [
  'POST /leads, 100 new',
  'GET /prospects, first page',
  'GET /prospects, rare word',
  'GET /boards',
  'GET /session',
];

const baselineFile = join(root, 'bench/baseline.json');

const cluster = await startCluster();
try {
  if (!short) report(root, await run([small, large]));
  else if (process.argv.includes('--save'))
    writeFileSync(baselineFile, `${JSON.stringify(ratiosOf(await run([small])), null, 2)}\n`);
  else await compare();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await cluster.stop();

/** A disturbed run is measured again; what is slower three times is slower. */
async function compare(): Promise<void> {
  const kept = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;
  let slower: string[] = [];
  for (let tries = 0; tries < 3; tries++) {
    slower = slowerThan(kept, ratiosOf(await run([small])));
    if (slower.length === 0) return say('\nNo slower than the baseline.');
    say(`\nSlower than the baseline:\n${slower.join('\n')}`);
  }
  process.exitCode = 1;
}

async function run(sizes: Size[]): Promise<Results> {
  const results: Results = { sizes: [], processes: [], framework: { perSecond: 0, cpuMs: 0 } };
  for (const size of sizes) {
    say(`\n${size.name} prospects`);
    const stage = await setStage(cluster, size, say);
    const cases = await casesOf(stage, size);
    const wanted = short ? cases.filter(({ name }) => shortCases.includes(name)) : cases;
    const service = await api(stage.appUrl);
    const figures: Figures[] = [];
    for (const one of wanted) {
      figures.push(await measure(stage, service, one, effort));
      say(lineOf(figures.at(-1)!));
    }
    results.sizes.push({ size: size.name, figures });
    await service.stop();
    if (size === small) {
      const firstPage = cases.find(({ name }) => name.endsWith('first page'))!;
      results.framework = await framework(firstPage.shots);
    } else results.processes = await withMoreProcesses(stage, cases);
    await stage.owner.close();
  }
  return results;
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

/** What the framework alone does with a body of the same size. */
async function framework(shots: Parameters<typeof fire>[3]): Promise<Results['framework']> {
  const [person] = endpoints.getProspects.examples[0].data['prospects'] as [object];
  const body = JSON.stringify({
    ok: true,
    data: { prospects: Array.from({ length: 25 }, () => person) },
  });
  const bare = await new Processes().start('bench/bare-fastify.ts', 1, { BODY: body });
  await fire(bare.origins, effort.callers, 1, shots);
  const before = bare.cpuMs();
  const load = await fire(bare.origins, effort.callers, effort.seconds, shots);
  const cpuMs = (bare.cpuMs() - before) / load.requests;
  await bare.stop();
  return { perSecond: load.perSecond, cpuMs };
}

function lineOf({ name, apiPerSecond, barePerSecond, ratio, p50, p99, cpuMs }: Figures): string {
  const f = (values: number[], digits = 0) => median(values).toFixed(digits);
  return `${name.padEnd(40)} ${f(apiPerSecond).padStart(6)}/s  bare ${f(barePerSecond).padStart(6)}/s  ratio ${f(ratio, 2)}  p50 ${f(p50, 1)} ms  p99 ${f(p99, 1)} ms  cpu ${f(cpuMs, 2)} ms`;
}
