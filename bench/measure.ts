import { sql } from '../server/src/platform/db/index.ts';
import { pgbench } from './bare.ts';
import type { Case } from './cases.ts';
import { fire, type Load } from './load.ts';
import type { Processes, Stage } from './stage.ts';

export interface Figures {
  name: string;
  apiPerSecond: number[];
  barePerSecond: number[];
  /** Of the API to the bare engine in the same round. */
  ratio: number[];
  p50: number[];
  p99: number[];
  /** Milliseconds of the API's CPU for one request. */
  cpuMs: number[];
  /** That CPU as a multiple of what the framework alone took in the same round. */
  cpuOfFramework: number[];
  /** Bytes of WAL for one lead. */
  walPerLead: number[];
}

/** Everything that one run found out. */
export interface Results {
  sizes: { size: string; figures: Figures[] }[];
  processes: { name: string; perSecond: Record<string, number> }[];
  framework: { perSecond: number; cpuMs: number };
}

export interface Effort {
  rounds: number;
  seconds: number;
  callers: number;
}

/** What is fired at in each round, one after another. */
export interface Rivals {
  stage: Stage;
  api: Processes;
  framework: Processes;
  /** What callers send to the framework, whatever the case. */
  plainShots: Case['shots'];
}

/** API, framework and bare engine in turn, round after round, so that all meet the same disturbances. */
export async function measure(
  { stage, api, framework, plainShots }: Rivals,
  one: Case,
  { rounds, seconds, callers }: Effort,
): Promise<Figures> {
  const figures: Figures = {
    name: one.name,
    apiPerSecond: [],
    barePerSecond: [],
    ratio: [],
    p50: [],
    p99: [],
    cpuMs: [],
    cpuOfFramework: [],
    walPerLead: [],
  };
  await fire(api.origins, callers, Math.min(1, seconds), one.shots);
  for (let round = 0; round < rounds; round++) {
    const wal = await walPosition(stage);
    const { load, cpuMs } = await cost(api, callers, seconds, one.shots);
    if (one.leads > 0)
      figures.walPerLead.push(((await walPosition(stage)) - wal) / load.requests / one.leads);
    const plain = await cost(framework, callers, seconds / 2, plainShots);
    const bare = await pgbench(stage.appUrl, one.scripts, callers, seconds);
    figures.cpuMs.push(cpuMs);
    figures.cpuOfFramework.push(cpuMs / plain.cpuMs);
    figures.apiPerSecond.push(load.perSecond);
    figures.barePerSecond.push(bare.perSecond);
    figures.ratio.push(load.perSecond / bare.perSecond);
    figures.p50.push(load.p50);
    figures.p99.push(load.p99);
  }
  return figures;
}

/** Some seconds of load, and the milliseconds of CPU that one request took. */
export async function cost(
  processes: Processes,
  callers: number,
  seconds: number,
  shots: Case['shots'],
): Promise<{ load: Load; cpuMs: number }> {
  const before = processes.cpuMs();
  const load = await fire(processes.origins, callers, seconds, shots);
  return { load, cpuMs: (processes.cpuMs() - before) / load.requests };
}

async function walPosition(stage: Stage): Promise<number> {
  const [row] = await stage.owner.ask<{ bytes: string }>(
    sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`,
  );
  return Number(row!.bytes);
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Half the distance between the lowest and the highest round, as a share of the median. */
export const spread = (values: number[]): number =>
  (Math.max(...values) - Math.min(...values)) / 2 / median(values);
