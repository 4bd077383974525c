import pg from 'pg';

/** The SQLSTATE of a failure the server reported, if it was the server. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/**
 * A transaction that failed with one of these did nothing and may go through the next time:
 * a unique violation (someone else was first), a foreign key whose row has just been deleted, a
 * serialization failure, a deadlock.
 */
export const isWorthRetrying = (error: unknown): boolean =>
  ['23503', '23505', '40001', '40P01'].includes(sqlState(error) ?? '');

/** The server said no for lack of time or room: statement or lock time-out, disk full, too many connections. */
const isOverload = (state: string) =>
  state === '57014' || state === '55P03' || state.startsWith('53');

/** The server went away, or is going: connection exceptions, operator intervention, idled too long. */
const isGone = (state: string) =>
  state.startsWith('08') || state.startsWith('57P') || state === '25P03';

/** The database did not do its part; the request itself may be fine. */
export const isDatabaseAway = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return isOverload(state) || isGone(state);
  return isConnectionLoss(error);
};

/** Nobody answered: whether a statement under way took effect cannot be known. */
export const isConnectionLoss = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return isGone(state);
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true;
  return /connection (terminated|error)|not queryable|timeout|Connection ended/i.test(
    error.message,
  );
};

/** The driver knew that the connection was broken and kept the statement to itself. */
export const wasNeverSent = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('not queryable');
