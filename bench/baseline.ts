import { type CaseFigures, medianOf } from './measure.ts';

export type BaselineRatios = Record<string, { ofBareEngine: number; cpuOfFramework: number }>;

/** Ratios only, so that the speed of the machine cancels out. */
export const ratiosOf = (figures: CaseFigures[]): BaselineRatios =>
  Object.fromEntries(
    figures.map(({ name, ratio, cpuOfFramework }) => [
      name,
      { ofBareEngine: round(medianOf(ratio)), cpuOfFramework: round(medianOf(cpuOfFramework)) },
    ]),
  );

// CPU relative to the framework varies by at most 10 % on a busy machine, so an increase of 30 % shows.
// Throughput halves when other processes take the cores, so it only shows requests that wait.
const maxCpuRatio = 1.2;
const minThroughputRatio = 0.5;

/** Cases that are slower than the baseline, with the reason. */
export function slowerThan(baseline: BaselineRatios, figures: CaseFigures[]): Map<string, string> {
  const slower = Object.entries(ratiosOf(figures)).map(([name, now]): [string, string] => {
    const before = baseline[name];
    if (!before) return [name, 'has no baseline: run with --short --save'];
    const engine = now.ofBareEngine < before.ofBareEngine * minThroughputRatio;
    const cpu = now.cpuOfFramework > before.cpuOfFramework * maxCpuRatio;
    const how = [
      ...(engine ? [`${now.ofBareEngine} of the bare engine, was ${before.ofBareEngine}`] : []),
      ...(cpu ? [`${now.cpuOfFramework} × the framework's CPU, was ${before.cpuOfFramework}`] : []),
    ];
    return [name, how.join('; ')];
  });
  return new Map(slower.filter(([, how]) => how !== ''));
}

/** Combines the rounds of two measurements of a case. */
export const mergeFigures = (first: CaseFigures, second: CaseFigures): CaseFigures =>
  Object.fromEntries(
    Object.entries(first).map(([name, values]) => [
      name,
      Array.isArray(values) ? [...values, ...(second[name as 'ratio'] ?? [])] : values,
    ]),
  ) as unknown as CaseFigures;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
