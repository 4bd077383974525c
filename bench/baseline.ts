import { median, type Results } from './measure.ts';

export type Baseline = Record<string, { ofBareEngine: number; cpuOfFramework: number }>;

/** Ratios only, so that another machine's pace cancels out. */
export const ratiosOf = ({ sizes, framework: bare }: Results): Baseline =>
  Object.fromEntries(
    sizes[0]!.figures.map(({ name, ratio, cpuMs }) => [
      name,
      { ofBareEngine: round(median(ratio)), cpuOfFramework: round(median(cpuMs) / bare.cpuMs) },
    ]),
  );

/** What got slower than the run that is kept, by more than the noise of a shared machine. */
export function slowerThan(kept: Baseline, now: Baseline): string[] {
  return Object.entries(now).flatMap(([name, { ofBareEngine, cpuOfFramework }]) => {
    const before = kept[name];
    if (!before) return [`${name} has no baseline: run with --short --save`];
    const engine = ofBareEngine < before.ofBareEngine * 0.8;
    const cpu = cpuOfFramework > before.cpuOfFramework * 1.25;
    return [
      ...(engine
        ? [`${name}: ${ofBareEngine} of the bare engine, was ${before.ofBareEngine}`]
        : []),
      ...(cpu
        ? [`${name}: ${cpuOfFramework} × the framework's CPU, was ${before.cpuOfFramework}`]
        : []),
    ];
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
