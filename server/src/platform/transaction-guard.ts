import { AsyncLocalStorage } from 'node:async_hooks';

const openTransactions = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs `work` marked as inside an open transaction. `close` removes the mark. */
export function trackTransaction<T>(work: () => Promise<T>): {
  result: Promise<T>;
  close: () => void;
} {
  const mark = { isOpen: true };
  return {
    result: openTransactions.run(mark, work),
    close: () => {
      mark.isOpen = false;
    },
  };
}

/**
 * Called before every external request, because a mail server or model that hangs would otherwise
 * hold a database connection.
 */
export function assertNoOpenTransaction(target: string): void {
  if (openTransactions.getStore()?.isOpen)
    throw new Error(`${target} was called while a transaction was open`);
}
