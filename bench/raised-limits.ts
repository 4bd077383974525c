import { allEndpoints } from '@outcrop/contract';

/** Loaded into the API: a benchmark sends more requests than one workspace may. They are counted as ever. */
for (const endpoint of allEndpoints) endpoint.perMinute = 1_000_000_000;
