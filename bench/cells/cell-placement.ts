/** Requests per second of each workspace of a cell. */
export type CellDemands = number[];

/**
 * Requests per second of each workspace, largest first. The n-th workspace sends 1/n of the
 * requests of the first, but never more than the rate limits allow.
 */
export function zipfDemands(
  workspaces: number,
  requestsPerSecond: number,
  limit: number,
): number[] {
  const weights = Array.from({ length: workspaces }, (_, n) => 1 / (n + 1));
  const all = sumOf(weights);
  return weights.map((weight) => Math.min(limit, (weight / all) * requestsPerSecond));
}

/** Puts each workspace into a random cell, as a router does that does not know the load. */
export function placeAtRandom(
  demands: number[],
  count: number,
  random: () => number,
): CellDemands[] {
  const cells: CellDemands[] = Array.from({ length: count }, () => []);
  for (const demand of demands) cells[Math.floor(random() * count)]!.push(demand);
  return cells;
}

/**
 * Moves workspaces out of every cell whose load is above the mean by more than `tolerance`, largest first,
 * each into the emptiest cell, if it fits there. Returns the cells and how many workspaces moved.
 */
export function rebalanceCells(
  cells: CellDemands[],
  tolerance: number,
): { cells: CellDemands[]; moved: number } {
  const loads = cells.map(sumOf);
  const most = (sumOf(loads) / cells.length) * (1 + tolerance);
  const after: CellDemands[] = cells.map(() => []);
  let moved = 0;
  for (const [from, cell] of cells.entries())
    for (const demand of cell.toSorted((a, b) => b - a)) {
      const to = loads.indexOf(Math.min(...loads));
      const moves = loads[from]! > most && loads[to]! + demand <= most;
      after[moves ? to : from]!.push(demand);
      if (!moves) continue;
      loads[from]! -= demand;
      loads[to]! += demand;
      moved++;
    }
  return { cells: after, moved };
}

export const sumOf = (values: number[]): number =>
  values.reduce((total, value) => total + value, 0);
