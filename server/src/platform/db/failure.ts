import pg from 'pg';
import { ApiError } from '../error.ts';
import { racedConstraints } from './races.ts';

/** The SQLSTATE, if the error came from the server. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/**
 * The transaction changed nothing and may succeed when retried: a serialization failure, a
 * deadlock, or a constraint that concurrent transactions can violate.
 */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error) ?? '';
  if (state === '40001' || state === '40P01') return true;
  const { constraint = '' } = error as pg.DatabaseError;
  return ['23503', '23505'].includes(state) && racedConstraints.has(constraint);
};

/** Statement or lock timeout, disk full, or too many connections. */
const isOverload = (state: string) =>
  state === '57014' || state === '55P03' || state.startsWith('53');

/** Another transaction held a lock for longer than the lock timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  sqlState(error instanceof ApiError ? error.details.cause : error) === '55P03';

/** Connection exceptions, operator intervention, or an idle timeout. */
const isDisconnected = (state: string) =>
  state.startsWith('08') || state.startsWith('57P') || state === '25P03';

export const isDatabaseUnavailable = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return isOverload(state) || isDisconnected(state);
  return isConnectionLoss(error);
};

/** The connection was lost, so it is unknown whether a running statement took effect. */
export const isConnectionLoss = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return isDisconnected(state);
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true;
  return /connection (terminated|error)|not queryable|timeout|Connection ended/i.test(
    error.message,
  );
};

/** The database itself is unreachable, not only this connection or statement. */
export const isDatabaseUnreachable = (error: unknown): boolean => {
  const state = sqlState(error);
  if (state !== undefined) return state === '57P03';
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || /timeout.*connect|connect.*timeout/i.test(error.message);
};

/** The driver stopped waiting for an answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** The driver knew that the connection was broken and did not send the statement. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('not queryable');
