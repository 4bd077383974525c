import type { seededRandom } from '../../server/test/faults/seeded-random.ts';

type Random = ReturnType<typeof seededRandom>;

/** One kind of request: its share of all requests, and what one costs, in milliseconds of a core. */
export interface RequestCost {
  share: number;
  databaseMs: number;
  apiMs: number;
}

export interface CellLoad {
  requestsPerSecond: number;
  /** Cores of its PostgreSQL. Each core serves one request at a time. */
  cores: number;
  costs: RequestCost[];
}

/**
 * Latencies in milliseconds of `requests` requests to one cell. They arrive at random, wait in one
 * line for a core of PostgreSQL, and use it for an exponentially distributed time. API processes are
 * added as needed, so a request never waits for one. The first tenth fills the line and is left out.
 */
export function latenciesOf(load: CellLoad, requests: number, random: Random): number[] {
  const freeAt = new Float64Array(load.cores);
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const latencies: number[] = [];
  let now = 0;
  for (let n = 0; n < requests; n++) {
    now += exponential(1_000 / load.requestsPerSecond);
    const { databaseMs, apiMs } = drawRequest(load.costs, random());
    let first = 0;
    for (let core = 1; core < freeAt.length; core++)
      if (freeAt[core]! < freeAt[first]!) first = core;
    const end = Math.max(now, freeAt[first]!) + exponential(databaseMs);
    freeAt[first] = end;
    if (n >= requests / 10) latencies.push(end - now + apiMs);
  }
  return latencies;
}

/** Mean milliseconds of a database core per request. */
export const databaseMsOf = (costs: RequestCost[]): number =>
  costs.reduce((sum, { share, databaseMs }) => sum + share * databaseMs, 0);

function drawRequest(costs: RequestCost[], at: number): RequestCost {
  let left = at;
  for (const cost of costs) {
    if (left < cost.share) return cost;
    left -= cost.share;
  }
  return costs.at(-1)!;
}
