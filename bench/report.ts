import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { barChart } from './chart.ts';
import { type Figures, median, type Results, spread } from './measure.ts';
import { settings } from './stage.ts';

/** Writes the figures of a full run: a page with tables, the raw numbers, and charts. */
export function report(root: string, results: Results): void {
  const folder = join(root, 'docs/benchmarks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
  const [small, large] = results.sizes as [Results['sizes'][0], Results['sizes'][0]];
  writeFileSync(
    join(folder, 'ratio.svg'),
    barChart(
      'Throughput of the API as a share of the bare engine, 10 million prospects',
      large.figures.map(({ name, ratio }) => ({ name, value: median(ratio) })),
      2,
    ),
  );
  writeFileSync(
    join(folder, 'growth.svg'),
    barChart(
      'Time of the bare statements at 10 million, as a multiple of 100 thousand',
      growth(small.figures, large.figures),
      2,
    ),
  );
  writeFileSync(join(root, 'docs/benchmarks.md'), page(results, small, large));
}

const growth = (small: Figures[], large: Figures[]) =>
  large.map(({ name, barePerSecond }) => {
    const before = small.find((figures) => figures.name === name)!;
    return { name, value: median(before.barePerSecond) / median(barePerSecond) };
  });

const n = (value: number, digits = 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
const percent = (value: number) => `±${n(value * 100)} %`;

const table = (figures: Figures[]) => [
  '| case | API | bare engine | ratio | p50 | p99 | API CPU | WAL per lead |',
  '|---|---|---|---|---|---|---|---|',
  ...figures.map(
    ({ name, apiPerSecond, barePerSecond, ratio, p50, p99, cpuMs, walPerLead }) =>
      `| ${name} | ${n(median(apiPerSecond))}/s ${percent(spread(apiPerSecond))} | ${n(median(barePerSecond))}/s ${percent(spread(barePerSecond))} | ${n(median(ratio), 2)} | ${n(median(p50), 1)} ms | ${n(median(p99), 1)} ms | ${n(median(cpuMs), 2)} ms | ${walPerLead.length > 0 ? `${n(median(walPerLead))} B` : ''} |`,
  ),
];

function page(results: Results, small: Results['sizes'][0], large: Results['sizes'][0]): string {
  const version = execFileSync('psql', ['--version'], { encoding: 'utf8' }).trim();
  return `${[
    '# Benchmarks',
    '',
    'Made by `npm run bench`. Every figure stands beside the bare engine: the SQL that the API sends for the same request, captured from its handlers and replayed by pgbench on the same number of connections, in turn with the API, round after round. Medians of the rounds; ± is half the distance between the lowest and the highest.',
    '',
    `${cpus().length} cores (${cpus()[0]?.model}), ${n(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${version}. 8 callers, one API process, load generator and database on the same cores. PostgreSQL: ${Object.entries(
      settings,
    )
      .filter(([name]) => !/listen|socket/.test(name))
      .map(([name, value]) => `\`${name}=${value}\``)
      .join(', ')}; fsync and synchronous_commit on.`,
    '',
    `## ${large.size} prospects`,
    '',
    'One workspace of 1,000,000, ten of 300,000, 500 of 6,000 and 6,000 of 500. Searches are in the first; imports go round the ten.',
    '',
    ...table(large.figures),
    '',
    '![Throughput of the API as a share of the bare engine](benchmarks/ratio.svg)',
    '',
    `## ${small.size} prospects`,
    '',
    ...table(small.figures),
    '',
    '## Growth',
    '',
    'How much longer the bare statements take at ten million than at a hundred thousand. The largest workspace grows from 50,000 to 1,000,000.',
    '',
    '| case | times as long |',
    '|---|---|',
    ...growth(small.figures, large.figures).map(
      ({ name, value }) => `| ${name} | ${n(value, 2)} |`,
    ),
    '',
    '![Growth](benchmarks/growth.svg)',
    '',
    '## Processes',
    '',
    'Requests a second with 1, 2 and 4 API processes behind the same 8 callers.',
    '',
    '| case | 1 | 2 | 4 |',
    '|---|---|---|---|',
    ...results.processes.map(
      ({ name, perSecond }) =>
        `| ${name} | ${n(perSecond['1']!)} | ${n(perSecond['2']!)} | ${n(perSecond['4']!)} |`,
    ),
    '',
    '## The framework alone',
    '',
    `A bare Fastify route that answers a body of 25 prospects: ${n(results.framework.perSecond)}/s, ${n(results.framework.cpuMs, 2)} ms of CPU for each.`,
  ].join('\n')}\n`;
}
