import { sql } from '../server/src/platform/db/index.ts';
import { pgbench } from './bare.ts';
import type { Case } from './cases.ts';
import type { Environment, Processes } from './environment.ts';
import { type Load, runLoad } from './load.ts';
import { undisturbed } from './undisturbed.ts';

export interface Figures {
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
export interface Disk {
  table: string;
  rows: number;
  indexes: number;
}

export interface Results {
  /** Cores shared by the API, the database and the load. */
  cores: number;
  sizes: { size: string; figures: Figures[]; disk: Disk[] }[];
  processes: { name: string; perSecond: Record<string, number> }[];
  framework: { perSecond: number; cpuMs: number };
}

export interface MeasureSettings {
  rounds: number;
  seconds: number;
  callers: number;
}

export interface Targets {
  environment: Environment;
  api: Processes;
  framework: Processes;
  frameworkRequests: Case['nextRequest'];
}

/** The figures of a case, to be filled by rounds. */
export const noFigures = (name: string): Figures => ({
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

export const warmUp = ({ api }: Targets, one: Case, { seconds, callers }: MeasureSettings) =>
  runLoad(api.origins, callers, Math.min(1, seconds), one.nextRequest);

/** Measures API, framework and bare SQL in turn, so that all see the same disturbances. */
export async function measureRound(
  { environment, api, framework, frameworkRequests }: Targets,
  one: Case,
  { seconds, callers }: MeasureSettings,
  figures: Figures,
): Promise<void> {
  const { result, stolen } = await undisturbed(async () => {
    const wal = await walPosition(environment);
    const { load, cpuMs } = await cost(api, callers, seconds, one.nextRequest);
    const walBytes = (await walPosition(environment)) - wal;
    const plain = await cost(framework, callers, seconds / 2, frameworkRequests);
    const bare = await pgbench(environment.appUrl, one.scripts, callers, seconds);
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
export async function cost(
  processes: Processes,
  callers: number,
  seconds: number,
  shots: Case['nextRequest'],
): Promise<{ load: Load; cpuMs: number }> {
  const before = processes.cpuMs();
  const load = await runLoad(processes.origins, callers, seconds, shots);
  return { load, cpuMs: (processes.cpuMs() - before) / load.requests };
}

async function walPosition(environment: Environment): Promise<number> {
  const [row] = await environment.owner.ask<{ bytes: string }>(
    sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`,
  );
  return Number(row!.bytes);
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Half the range of the rounds, relative to the median. */
export const spread = (values: number[]): number =>
  (Math.max(...values) - Math.min(...values)) / 2 / median(values);
