import { sql } from '../server/src/platform/db/index.ts';
import type { BenchCase } from './cases.ts';
import type { BenchEnvironment, ServerProcesses } from './environment.ts';
import { type LoadFigures, runLoad } from './load.ts';
import { runPgbench } from './pgbench.ts';
import { runUndisturbed } from './undisturbed.ts';

export interface CaseFigures {
  name: string;
  apiPerSecond: number[];
  barePerSecond: number[];
  /** API to bare SQL, in the same round. */
  ratio: number[];
  p50: number[];
  p99: number[];
  /** CPU milliseconds of the API per request. */
  cpuMs: number[];
  /** `cpuMs` as a multiple of the framework alone, in the same round. */
  cpuOfFramework: number[];
  /** WAL bytes per lead. */
  walPerLead: number[];
  /** Share of the CPU time that the host took for other machines. */
  stolen: number[];
}

/** Bytes per prospect. */
export interface DiskUse {
  table: string;
  rows: number;
  indexes: number;
}

export interface BenchResults {
  /** Cores shared by the API, the database and the load. */
  cores: number;
  sizes: { size: string; figures: CaseFigures[]; disk: DiskUse[] }[];
  processes: { name: string; perSecond: Record<string, number> }[];
  framework: { perSecond: number; cpuMs: number };
}

export interface MeasureSettings {
  rounds: number;
  seconds: number;
  callers: number;
}

export interface BenchTargets {
  environment: BenchEnvironment;
  api: ServerProcesses;
  framework: ServerProcesses;
  frameworkRequests: BenchCase['nextRequest'];
}

/** The figures of a case, to be filled by rounds. */
export const noFigures = (name: string): CaseFigures => ({
  name,
  apiPerSecond: [],
  barePerSecond: [],
  ratio: [],
  p50: [],
  p99: [],
  cpuMs: [],
  cpuOfFramework: [],
  walPerLead: [],
  stolen: [],
});

export const warmUp = (
  { api }: BenchTargets,
  one: BenchCase,
  { seconds, callers }: MeasureSettings,
) => runLoad(api.origins, callers, Math.min(1, seconds), one.nextRequest);

/** Measures API, framework and bare SQL in turn, so that all see the same disturbances. */
export async function measureRound(
  { environment, api, framework, frameworkRequests }: BenchTargets,
  one: BenchCase,
  { seconds, callers }: MeasureSettings,
  figures: CaseFigures,
): Promise<void> {
  const { result, stolen } = await runUndisturbed(async () => {
    const wal = await walPosition(environment);
    const { load, cpuMs } = await measureCost(api, callers, seconds, one.nextRequest);
    const walBytes = (await walPosition(environment)) - wal;
    const plain = await measureCost(framework, callers, seconds / 2, frameworkRequests);
    const bare = await runPgbench(environment.appUrl, one.scripts, callers, seconds);
    return { load, cpuMs, walBytes, plain, bare };
  });
  const { load, cpuMs, walBytes, plain, bare } = result;
  if (one.leads > 0) figures.walPerLead.push(walBytes / load.requests / one.leads);
  figures.cpuMs.push(cpuMs);
  figures.cpuOfFramework.push(cpuMs / plain.cpuMs);
  figures.apiPerSecond.push(load.perSecond);
  figures.barePerSecond.push(bare.perSecond);
  figures.ratio.push(load.perSecond / bare.perSecond);
  figures.p50.push(load.p50);
  figures.p99.push(load.p99);
  figures.stolen.push(stolen);
}

/** Runs load, and measures the CPU milliseconds per request. */
export async function measureCost(
  processes: ServerProcesses,
  callers: number,
  seconds: number,
  shots: BenchCase['nextRequest'],
): Promise<{ load: LoadFigures; cpuMs: number }> {
  const before = processes.cpuMs();
  const load = await runLoad(processes.origins, callers, seconds, shots);
  return { load, cpuMs: (processes.cpuMs() - before) / load.requests };
}

async function walPosition(environment: BenchEnvironment): Promise<number> {
  const [row] = await environment.owner.query<{ bytes: string }>(
    sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`,
  );
  return Number(row!.bytes);
}

export const medianOf = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Half the range of the rounds, relative to the median. */
export const spreadOf = (values: number[]): number =>
  (Math.max(...values) - Math.min(...values)) / 2 / medianOf(values);
