import { AsyncLocalStorage } from 'node:async_hooks';

const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs `work` with the mark of an open transaction. `close` takes the mark off again. */
export function whileOpen<T>(work: () => Promise<T>): { result: Promise<T>; close: () => void } {
  const mark = { isOpen: true };
  return {
    result: transactions.run(mark, work),
    close: () => {
      mark.isOpen = false;
    },
  };
}

/**
 * Called by everything that talks to a machine which is not ours. A mail server or a model that
 * hangs would otherwise hold a database connection for as long as it likes.
 */
export function refuseInTransaction(what: string): void {
  if (transactions.getStore()?.isOpen)
    throw new Error(`${what} was called while a transaction was open`);
}
