import { expect, test } from 'vitest';
import { seededRandom } from '../../server/test/faults/seeded-random.ts';
import { placeAtRandom, rebalanceCells, sumOf, zipfDemands } from './cell-placement.ts';
import { latenciesOf } from './queue.ts';
import { simulateCells } from './simulation.ts';

const costs = [{ share: 1, databaseMs: 10, apiMs: 0 }];
const mean = (values: number[]) => sumOf(values) / values.length;

test.each([
  // For one core the mean is s / (1 - u) with service time s and utilization u.
  { cores: 1, requestsPerSecond: 50, expected: 20 },
  { cores: 1, requestsPerSecond: 80, expected: 50 },
  // Erlang's formula for two cores: s / (1 - u²).
  { cores: 2, requestsPerSecond: 160, expected: 27.8 },
])(
  'the queue of $cores cores at $requestsPerSecond requests per second agrees with queueing theory',
  ({ cores, requestsPerSecond, expected }) => {
    const latencies = latenciesOf({ cores, requestsPerSecond, costs }, 400_000, seededRandom(1));
    expect(Math.abs(mean(latencies) / expected - 1)).toBeLessThan(0.05);
  },
);

test('the rate limits bound what one workspace asks of its cell', () => {
  const demands = zipfDemands(1_000, 10_000, 20);
  expect(Math.max(...demands)).toBe(20);
  expect(demands.toSorted((a, b) => b - a)).toEqual(demands);
});

test('moving workspaces keeps all of them and leaves no cell far above the mean', () => {
  const demands = zipfDemands(2_000, 1_000, 20);
  const placed = placeAtRandom(demands, 8, seededRandom(1));
  const { cells, moved } = rebalanceCells(placed, 0.1);
  expect(cells.flat().toSorted((a, b) => b - a)).toEqual(demands);
  expect(moved).toBeGreaterThan(0);
  expect(Math.max(...cells.map(sumOf))).toBeLessThanOrEqual((sumOf(demands) / 8) * 1.1);
});

test('a cell that needs more than its cores has no latency to report', () => {
  const scenario = { workspaces: 1_000, limit: 20, cores: 1, costs, seed: 1 };
  const tooMuch = simulateCells({ ...scenario, requestsPerSecond: 1_000 }, 2, true);
  expect(tooMuch.busiest).toBeGreaterThan(1);
  expect(tooMuch.p99).toBeNull();
  const enough = simulateCells({ ...scenario, requestsPerSecond: 100 }, 2, true);
  expect(enough.busiest).toBeLessThan(1);
  expect(enough.p99).toBeGreaterThan(enough.p50!);
});
