import pg from 'pg';
import { ApiError } from '../error.ts';
import { racedConstraints, tableConstraint } from './races.ts';

/** The SQLSTATE of a failure the server reported, if it was the server. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/**
 * A transaction that failed with one of these did nothing and may go through the next time: a
 * serialization failure, a deadlock, or a constraint that others can break by being first.
 */
export const isWorthRetrying = (error: unknown): boolean => {
  const state = sqlState(error) ?? '';
  if (state === '40001' || state === '40P01') return true;
  const { constraint = '' } = error as pg.DatabaseError;
  return ['23503', '23505'].includes(state) && racedConstraints.has(tableConstraint(constraint));
};

/** The server said no for lack of time or room: statement or lock time-out, disk full, too many connections. */
const isOverload = (state: string) =>
  state === '57014' || state === '55P03' || state.startsWith('53');

/** Another transaction holds a lock for longer than this one may wait for it. */
export const isLockTimeout = (error: unknown): boolean =>
  sqlState(error instanceof ApiError ? error.details.cause : error) === '55P03';

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

/** The database itself does not answer, rather than this one connection or statement having failed. */
export const hasNoAnswer = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return state === '57P03';
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || /timeout/i.test(error.message);
};

/** The driver knew that the connection was broken and kept the statement to itself. */
export const wasNeverSent = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('not queryable');
