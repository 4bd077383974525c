import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { ApiError, unavailable } from '../error.ts';
import { isDatabaseAway, isWorthRetrying } from './failure.ts';
import { Shares } from './shares.ts';
import { type Access, type Timeouts, Tx } from './transaction.ts';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  timeouts: Timeouts;
  /** For work that nobody waits for: it takes turns in the queue, and may wait for a connection. */
  inBackground?: boolean;
}

const attempts = 6;

// Together under two seconds: whoever waits in both lines is still told in time.
const shareMs = 800;
const connectMs = 900;
const doorMs = 1_500;
const backgroundMs = 30_000;

/** The two ways to the database: transactions of a workspace, and the few questions before that. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #door: pg.Pool;
  readonly #shares: Shares;
  readonly #timeouts: Timeouts;

  constructor({ url, poolSize, timeouts, inBackground = false }: DatabaseOptions) {
    this.#timeouts = timeouts;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      pipeline: true,
      connectionTimeoutMillis: inBackground ? backgroundMs : connectMs,
      // The server gives up first and says why; this only ends the wait for a server that is gone.
      query_timeout: timeouts.statementMs + 1_000,
      keepAlive: true,
    });
    this.#door = new pg.Pool({
      connectionString: url,
      max: 2,
      connectionTimeoutMillis: doorMs,
      query_timeout: doorMs,
      keepAlive: true,
    });
    // A connection that breaks is replaced by the pool, and its statements fail. Without listeners,
    // on the pool for idle ones and on each client for those in use, it also ends the process.
    for (const pool of [this.#pool, this.#door])
      pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.#shares = inBackground
      ? new Shares(poolSize, backgroundMs, 100)
      : new Shares(Math.max(1, Math.floor(poolSize / 4)), shareMs, 100);
  }

  /**
   * A short question that belongs to no workspace's share: who is calling, are we ready. It has
   * connections of its own, so that a workspace which uses up the pool cannot lock the door.
   */
  async ask<Row>(statement: Sql): Promise<Row[]> {
    try {
      return (await this.#door.query(statement)).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    }
  }

  /** Runs `work` in one transaction and commits it; a deadlock or lost race runs it again. */
  async transaction<T>(workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, committed } = await this.#begin(workspaceId, 'read write', work);
        await committed;
        return result;
      } catch (error) {
        if (!isWorthRetrying(error) || attempt === attempts) throw asApiError(error);
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  /** Like `transaction`, but nothing depends on the end of it, so the answer does not wait for that. */
  async read<T>(workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      const { result, committed } = await this.#begin(workspaceId, 'read only', work);
      committed.catch(() => {});
      return result;
    } catch (error) {
      throw asApiError(error);
    }
  }

  async #begin<T>(workspaceId: string, access: Access, work: (tx: Tx) => Promise<T>) {
    let release = (_broken: boolean) => {};
    const connect = async () => {
      const giveBack = await this.#shares.take(workspaceId);
      try {
        const client = await this.#pool.connect();
        release = (broken) => {
          client.release(broken);
          giveBack();
        };
        return client;
      } catch (error) {
        giveBack();
        throw error;
      }
    };
    const tx = new Tx(workspaceId, access, connect, this.#timeouts);
    const undo = async (error: unknown): Promise<never> => {
      await tx.rollback().then(
        () => release(false),
        () => release(true),
      );
      throw error;
    };
    const result = await work(tx).catch(undo);
    return { result, committed: tx.commit().then(() => release(false), undo) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#door.end()]);
  }
}

/** What went wrong, as far as a caller may know; anything unforeseen stays as it is. */
export const asApiError = (error: unknown): unknown => {
  if (error instanceof ApiError) return error;
  if (isWorthRetrying(error))
    return unavailable('Too many requests change the same records. Try again in a moment.', {
      cause: error,
    });
  if (isDatabaseAway(error))
    return unavailable(
      'The database does not answer. Nothing was changed; try again in a moment.',
      { cause: error },
    );
  return error;
};
