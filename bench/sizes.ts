/** How many prospects each workspace of a database has. */
export interface DatabaseSize {
  name: string;
  database: string;
  workspaces: number[];
}

const repeatSize = (times: number, prospects: number) =>
  Array.from({ length: times }, () => prospects);

/** Ten million, skewed as in production: one huge workspace, ten large, thousands of small ones. */
export const largeSize: DatabaseSize = {
  name: '10 million',
  database: 'bench_large',
  workspaces: [
    1_000_000,
    ...repeatSize(10, 300_000),
    ...repeatSize(500, 6_000),
    ...repeatSize(6_000, 500),
  ],
};

export const smallSize: DatabaseSize = {
  name: '100 thousand',
  database: 'bench_small',
  workspaces: [50_000, ...repeatSize(10, 3_000), ...repeatSize(20, 1_000)],
};

/** The same ids in every run, so that an interrupted fill can continue. */
export const workspaceIdOf = (index: number): string =>
  `00000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

export const tagIds = {
  rare: '00000000-0000-7000-8000-0000000000a1',
  common: '00000000-0000-7000-8000-0000000000a2',
};
