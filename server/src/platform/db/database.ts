import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { ApiError, unavailable } from '../error.ts';
import { FairQueue } from '../fair-queue.ts';
import { whileOpen } from '../outside.ts';
import { hasNoAnswer, isDatabaseAway, isWorthRetrying } from './failure.ts';
import { type Access, type Timeouts, Tx } from './transaction.ts';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  timeouts: Timeouts;
  /** Longest wait for a turn; ten seconds by default. */
  maxWaitMs?: number;
  /** For work that nobody waits for: it takes turns in the queue, and may wait for a connection. */
  inBackground?: boolean;
}

interface Place {
  enter: () => Promise<unknown>;
  leave: () => void;
}

const attempts = 6;

const lookUpConnections = 2;
// Less than two seconds in all: nobody waits in a queue for a database that does not answer.
const answerMs = 1_500;
const backgroundMs = 30_000;
const maxWaiting = 1_000;
const maxWaitingPerWorkspace = 200;

/** The two ways to the database: transactions of a workspace, and the few questions before that. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #queue: FairQueue;
  readonly #lookUps: pg.Pool;
  readonly #lookUpQueue: FairQueue;
  readonly #timeouts: Timeouts;

  constructor({
    url,
    poolSize,
    timeouts,
    maxWaitMs = 10_000,
    inBackground = false,
  }: DatabaseOptions) {
    this.#timeouts = timeouts;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      pipeline: true,
      connectionTimeoutMillis: inBackground ? backgroundMs : answerMs,
      // The server gives up first and says why; this only ends the wait for a server that is gone.
      query_timeout: timeouts.statementMs + 1_000,
      keepAlive: true,
    });
    this.#lookUps = new pg.Pool({
      connectionString: url,
      max: lookUpConnections,
      connectionTimeoutMillis: inBackground ? backgroundMs : answerMs,
      query_timeout: inBackground ? backgroundMs : answerMs,
      keepAlive: true,
    });
    // A connection that breaks is replaced by the pool, and its statements fail. Without listeners,
    // on the pool for idle ones and on each client for those in use, it also ends the process.
    for (const pool of [this.#pool, this.#lookUps])
      pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    const patienceMs = inBackground ? backgroundMs : maxWaitMs;
    const shortPatienceMs = inBackground ? backgroundMs : maxWaitMs / 10;
    const waiting = { maxWaiting, patienceMs, shortPatienceMs };
    this.#queue = new FairQueue({
      ...waiting,
      maxWaitingPerKey: maxWaitingPerWorkspace,
      places: poolSize,
      share: inBackground ? poolSize : Math.max(1, Math.floor(poolSize / 4)),
    });
    // A token may send all of its requests to all endpoints at once.
    this.#lookUpQueue = new FairQueue({
      ...waiting,
      maxWaitingPerKey: maxWaiting,
      places: lookUpConnections,
      share: lookUpConnections,
    });
  }

  /**
   * A short question that belongs to no workspace's share: who is calling, are we ready. It has
   * connections of its own, so that who is calling is known even when the pool is used up. Those
   * with the same `key`, such as a token, wait behind each other and not before others.
   */
  async ask<Row>(statement: Sql, key = '', gone?: AbortSignal): Promise<Row[]> {
    try {
      const leave = await this.#lookUpQueue.enter(key, gone);
      try {
        return (await this.#lookUps.query(statement)).rows as Row[];
      } finally {
        leave();
      }
    } catch (error) {
      throw this.#told(error);
    }
  }

  /**
   * A statement of maintenance, across workspaces. The server ends it at the limit and releases its
   * locks; a limit on this side alone would leave it waiting there.
   */
  async maintain<Row>({ text, values }: Sql, limitMs: number): Promise<Row[]> {
    const client = await this.#pool.connect();
    const query = { text, values, query_timeout: limitMs + 1_000 };
    let broken = false;
    try {
      await client.query(
        `begin; set local statement_timeout = ${limitMs}; set local lock_timeout = ${this.#timeouts.lockMs}`,
      );
      const { rows } = await client.query(query);
      await client.query('commit');
      return rows as Row[];
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work` in one transaction and commits it; a deadlock or lost race runs it again. A caller
   * who has `gone` while it waited for its turn is not served.
   */
  async transaction<T>(
    workspaceId: string,
    work: (tx: Tx) => Promise<T>,
    gone?: AbortSignal,
  ): Promise<T> {
    const place = this.#place(workspaceId, gone);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const { result, committed } = await this.#begin(workspaceId, 'read write', place, work);
          await committed;
          return result;
        } catch (error) {
          if (!isWorthRetrying(error) || attempt === attempts) throw this.#told(error);
          await sleep(Math.random() * 10 * 2 ** attempt);
        }
      }
    } finally {
      place.leave();
    }
  }

  /** Like `transaction`, but nothing depends on the end of it, so the answer does not wait for that. */
  async read<T>(workspaceId: string, work: (tx: Tx) => Promise<T>, gone?: AbortSignal): Promise<T> {
    const place = this.#place(workspaceId, gone);
    try {
      const { result, committed } = await this.#begin(workspaceId, 'read only', place, work);
      committed.catch(() => {}).finally(place.leave);
      return result;
    } catch (error) {
      place.leave();
      throw this.#told(error);
    }
  }

  /** A place in the queue for connections: entered with the first statement, kept while it is repeated. */
  #place(workspaceId: string, gone: AbortSignal | undefined): Place {
    let entered: Promise<() => void> | undefined;
    return {
      enter: () => {
        entered ??= this.#queue.enter(workspaceId, gone);
        return entered;
      },
      leave: () => {
        entered?.then((leave) => leave()).catch(() => {});
      },
    };
  }

  async #begin<T>(workspaceId: string, access: Access, place: Place, work: (tx: Tx) => Promise<T>) {
    let release = (_broken: boolean) => {};
    const connect = async () => {
      await place.enter();
      const client = await this.#pool.connect();
      release = (broken) => client.release(broken);
      return client;
    };
    const tx = new Tx(workspaceId, access, connect, this.#timeouts);
    const { result: worked, close } = whileOpen(() => work(tx));
    const undo = async (error: unknown): Promise<never> => {
      close();
      await tx.rollback().then(
        () => release(false),
        () => release(true),
      );
      throw error;
    };
    const result = await worked.catch(undo);
    close();
    return { result, committed: tx.commit().then(() => release(false), undo) };
  }

  /** What a caller is told. All who wait for a database that does not answer are told as well. */
  #told(error: unknown): unknown {
    const told = asApiError(error);
    if (hasNoAnswer(error))
      for (const queue of [this.#queue, this.#lookUpQueue]) queue.refuseAll(databaseAway(error));
    return told;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#lookUps.end()]);
  }
}

/** What went wrong, as far as a caller may know; anything unforeseen stays as it is. */
export const asApiError = (error: unknown): unknown => {
  if (error instanceof ApiError) return error;
  if (isWorthRetrying(error))
    return unavailable('Too many requests change the same records. Try again in a moment.', {
      cause: error,
    });
  return isDatabaseAway(error) ? databaseAway(error) : error;
};

const databaseAway = (cause: unknown): ApiError =>
  unavailable('The database does not answer. Nothing was changed; try again in a moment.', {
    cause,
  });
