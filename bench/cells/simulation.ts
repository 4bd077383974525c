import { seededRandom } from '../../server/test/faults/seeded-random.ts';
import {
  type CellDemands,
  placeAtRandom,
  rebalanceCells,
  sumOf,
  zipfDemands,
} from './cell-placement.ts';
import { databaseMsOf, latenciesOf, type RequestCost } from './queue.ts';

export interface CellScenario {
  workspaces: number;
  requestsPerSecond: number;
  /** Requests per second that one workspace may send at most. */
  limit: number;
  /** Cores of PostgreSQL in each cell. */
  cores: number;
  costs: RequestCost[];
  seed: number;
}

export interface SimulationResult {
  cells: number;
  /** Share of its database cores that the busiest cell needs; above 1 it falls behind. */
  busiest: number;
  /** Milliseconds, over the requests of all cells and of the busiest. Null where a cell falls behind. */
  p50: number | null;
  p99: number | null;
  p99OfBusiest: number | null;
  moved: number;
}

const requestsPerCell = 20_000;
const tolerance = 0.1;

/** The workspaces on that many cells, placed at random. With `moving`, some are then moved. */
export function simulateCells(
  scenario: CellScenario,
  count: number,
  moving: boolean,
): SimulationResult {
  const demands = zipfDemands(scenario.workspaces, scenario.requestsPerSecond, scenario.limit);
  const placedCells = placeAtRandom(demands, count, seededRandom(scenario.seed));
  if (!moving) return simulationResultOf(scenario, placedCells, 0);
  const { cells, moved } = rebalanceCells(placedCells, tolerance);
  return simulationResultOf(scenario, cells, moved);
}

function simulationResultOf(
  { cores, costs, seed }: CellScenario,
  cells: CellDemands[],
  moved: number,
): SimulationResult {
  const random = seededRandom(seed);
  const loads = cells.map(sumOf).sort((a, b) => b - a);
  const needed = loads.map((load) => (load * databaseMsOf(costs)) / 1_000 / cores);
  const busiest = needed[0]!;
  if (busiest >= 1)
    return { cells: cells.length, busiest, p50: null, p99: null, p99OfBusiest: null, moved };
  const latencies = loads.map((requestsPerSecond) => {
    const count = Math.ceil(requestsPerCell * (requestsPerSecond / loads[0]!));
    return latenciesOf({ requestsPerSecond, cores, costs }, count, random);
  });
  const all = latencies.flat();
  return {
    cells: cells.length,
    busiest,
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    p99OfBusiest: percentile(latencies[0]!, 0.99),
    moved,
  };
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
