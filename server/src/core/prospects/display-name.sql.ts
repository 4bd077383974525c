import { sql } from '../../platform/db/index.ts';

/** The name of the prospect `p`: leads may have its parts only. Null without any. */
export const displayName = sql`coalesce(p.full_name, nullif(concat_ws(' ', p.first_name, p.last_name), ''))`;
