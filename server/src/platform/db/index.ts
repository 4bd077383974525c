export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export { asApiError, Database } from './database.ts';
export { isLockTimeout } from './failure.ts';
export type { Tx } from './transaction.ts';
