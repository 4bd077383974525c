import type { Database, Tx } from '../src/platform/db/index.ts';

type Send = (statement: unknown) => Promise<unknown>;

/**
 * Counts how often each prepared transaction waits for the database: statements that are sent before
 * the results of earlier ones arrived share a round trip. What is sent with COMMIT is not counted.
 */
export function countRoundTrips(db: Database): { db: Database; counts: number[] } {
  const counts: number[] = [];
  const watch = (tx: Tx): Tx => {
    const index = counts.push(0) - 1;
    let waiting = 0;
    const counted =
      (send: Send): Send =>
      async (statement) => {
        if (waiting === 0) counts[index]!++;
        waiting++;
        try {
          return await send(statement);
        } finally {
          waiting--;
        }
      };
    return new Proxy(tx, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        const bound = member.bind(target) as Send;
        return name === 'rows' || name === 'run' ? counted(bound) : bound;
      },
    });
  };
  const preparedTransaction: Database['preparedTransaction'] = (workspaceId, work) =>
    db.preparedTransaction(workspaceId, (tx) => work(watch(tx)));
  const watched = new Proxy(db, {
    get(target, name) {
      if (name === 'preparedTransaction') return preparedTransaction;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { db: watched, counts };
}
