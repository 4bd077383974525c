import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@outcrop/contract';
import { casesOf } from './cases.ts';
import { fire } from './load.ts';
import { type Effort, type Figures, measure, median } from './measure.ts';
import { report } from './report.ts';
import { large, small } from './sizes.ts';
import { Processes, setStage, startCluster } from './stage.ts';

const short = process.argv.includes('--short');
const root = join(import.meta.dirname, '..');
const say = (line: string) => console.log(line);
const effort: Effort = short
  ? { rounds: 5, seconds: 2, callers: 8 }
  : { rounds: 3, seconds: 4, callers: 8 };
const api = (appUrl: string, count = 1) =>
  new Processes().start('server/src/api.ts', count, {
    DATABASE_URL: appUrl,
    DATABASE_POOL_SIZE: '32',
  });

export interface Results {
  sizes: { size: string; figures: Figures[] }[];
  processes: { name: string; perSecond: Record<string, number> }[];
  framework: { perSecond: number; cpuMs: number };
}

const shortCases = [
  'POST /leads, 100 new',
  'GET /prospects, first page',
  'GET /prospects, rare word',
  'GET /boards',
  'GET /session',
];

const cluster = await startCluster();
const results: Results = { sizes: [], processes: [], framework: { perSecond: 0, cpuMs: 0 } };
try {
  for (const size of short ? [small] : [small, large]) {
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

    if (!short && size === large) {
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
        results.processes.push({ name: one.name, perSecond });
        say(`${one.name}: ${JSON.stringify(perSecond)}`);
      }
    }
    if (size === small)
      results.framework = await framework(
        cases.find(({ name }) => name.endsWith('first page'))!.shots,
      );
    await stage.owner.close();
  }
} catch (error) {
  console.error(error);
  await cluster.stop();
  process.exit(1);
}
await cluster.stop();

if (short) compare(results);
else report(root, results);

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

/** Holds this run against the one that is kept: both are ratios, so another machine's pace cancels out. */
function compare({ sizes, framework: bare }: Results): void {
  const file = join(root, 'bench/baseline.json');
  const now = Object.fromEntries(
    sizes[0]!.figures.map(({ name, ratio, cpuMs }) => [
      name,
      { ofBareEngine: round(median(ratio)), cpuOfFramework: round(median(cpuMs) / bare.cpuMs) },
    ]),
  );
  if (process.argv.includes('--save')) {
    writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
    return;
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as typeof now;
  const slower = Object.entries(now).flatMap(([name, { ofBareEngine, cpuOfFramework }]) => {
    const before = kept[name];
    if (!before) return [`${name} has no baseline: run with --short --save`];
    return [
      ...(ofBareEngine < before.ofBareEngine * 0.8
        ? [`${name}: ${ofBareEngine} of the bare engine, was ${before.ofBareEngine}`]
        : []),
      ...(cpuOfFramework > before.cpuOfFramework * 1.25
        ? [`${name}: ${cpuOfFramework} × the framework's CPU, was ${before.cpuOfFramework}`]
        : []),
    ];
  });
  say(
    slower.length === 0
      ? '\nNo slower than the baseline.'
      : `\nSlower than the baseline:\n${slower.join('\n')}`,
  );
  process.exitCode = slower.length === 0 ? 0 : 1;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
