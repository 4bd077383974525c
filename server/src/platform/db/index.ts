export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export { Database, toApiError } from './database.ts';
export { isLockTimeout } from './database-failure.ts';
export type { TransactionViewer, Tx } from './transaction.ts';
export { lockInWorkspace } from './transaction.ts';
