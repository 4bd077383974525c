import { AsyncLocalStorage } from 'node:async_hooks';
import { PgBoss } from 'pg-boss';
import type { Tx } from '../db/index.ts';

type Transaction = Pick<Tx, 'rows'>;
const current = new AsyncLocalStorage<Transaction>();

/** Has no connection of its own: each of its statements is part of the caller's transaction. */
const boss = new PgBoss({
  db: {
    executeSql: async (text, values = []) => ({
      rows: await current.getStore()!.rows({ text, values }),
    }),
  },
});

/** Calls pg-boss inside our transaction. */
export const inTransaction = <T>(
  transaction: Transaction,
  call: (boss: PgBoss) => Promise<T>,
): Promise<T> => current.run(transaction, () => call(boss));
