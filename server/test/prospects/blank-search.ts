import { type Sql, sql } from '../../src/platform/db/index.ts';

/** For prospects that are inserted without being searched for. */
export const blankSearch: { columns: Sql; values: Sql } = {
  columns: sql`search_text, sort_name, company_key, last_activity_at`,
  values: sql`'', '', '', now()`,
};
