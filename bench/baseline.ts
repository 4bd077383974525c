import { type Figures, median } from './measure.ts';

export type Baseline = Record<string, { ofBareEngine: number; cpuOfFramework: number }>;

/** Ratios only, so that another machine's pace cancels out. */
export const ratiosOf = (figures: Figures[]): Baseline =>
  Object.fromEntries(
    figures.map(({ name, ratio, cpuOfFramework }) => [
      name,
      { ofBareEngine: round(median(ratio)), cpuOfFramework: round(median(cpuOfFramework)) },
    ]),
  );

// CPU beside the framework's is steady within a tenth on a busy machine, so 30 % more shows in it.
// Throughput is not: it halves when others take the cores, and only tells of requests that wait.
const mostCpu = 1.2;
const leastThroughput = 0.5;

/** What got slower than the run that is kept: the cases by name, each with how. */
export function slowerThan(kept: Baseline, figures: Figures[]): Map<string, string> {
  const slower = Object.entries(ratiosOf(figures)).map(([name, now]): [string, string] => {
    const before = kept[name];
    if (!before) return [name, 'has no baseline: run with --short --save'];
    const engine = now.ofBareEngine < before.ofBareEngine * leastThroughput;
    const cpu = now.cpuOfFramework > before.cpuOfFramework * mostCpu;
    const how = [
      ...(engine ? [`${now.ofBareEngine} of the bare engine, was ${before.ofBareEngine}`] : []),
      ...(cpu ? [`${now.cpuOfFramework} × the framework's CPU, was ${before.cpuOfFramework}`] : []),
    ];
    return [name, how.join('; ')];
  });
  return new Map(slower.filter(([, how]) => how !== ''));
}

/** The rounds of both looks at the same case as those of one. */
export const together = (first: Figures, second: Figures): Figures =>
  Object.fromEntries(
    Object.entries(first).map(([name, values]) => [
      name,
      Array.isArray(values) ? [...values, ...(second[name as 'ratio'] ?? [])] : values,
    ]),
  ) as unknown as Figures;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
