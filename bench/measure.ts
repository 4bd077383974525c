import { sql } from '../server/src/platform/db/index.ts';
import { pgbench } from './bare.ts';
import type { Case } from './cases.ts';
import { fire } from './load.ts';
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

/** API and bare engine in turn, round after round, so that both meet the same disturbances. */
export async function measure(
  stage: Stage,
  api: Processes,
  one: Case,
  effort: Effort,
): Promise<Figures> {
  const figures: Figures = {
    name: one.name,
    apiPerSecond: [],
    barePerSecond: [],
    ratio: [],
    p50: [],
    p99: [],
    cpuMs: [],
    walPerLead: [],
  };
  await fire(api.origins, effort.callers, Math.min(1, effort.seconds), one.shots);
  for (let round = 0; round < effort.rounds; round++) {
    const wal = await walPosition(stage);
    const cpu = api.cpuMs();
    const load = await fire(api.origins, effort.callers, effort.seconds, one.shots);
    figures.cpuMs.push((api.cpuMs() - cpu) / load.requests);
    if (one.leads > 0)
      figures.walPerLead.push(((await walPosition(stage)) - wal) / load.requests / one.leads);
    const bare = await pgbench(stage.appUrl, one.scripts, effort.callers, effort.seconds);
    figures.apiPerSecond.push(load.perSecond);
    figures.barePerSecond.push(bare.perSecond);
    figures.ratio.push(load.perSecond / bare.perSecond);
    figures.p50.push(load.p50);
    figures.p99.push(load.p99);
  }
  return figures;
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
