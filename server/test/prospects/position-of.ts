import { type Sql, sql } from '../../src/platform/db/index.ts';

/** The stored position of a stage. */
export const positionOf = (stage: Sql): Sql =>
  sql`array_position(enum_range(null::stage), ${stage})`;
