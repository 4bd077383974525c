import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessages } from '@outcrop/contract';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { ApiError, unavailableError } from '../error.ts';
import { FairQueue } from '../fair-queue.ts';
import { inSpan, SpanKind } from '../observe/tracing.ts';
import { trackTransaction } from '../transaction-guard.ts';
import {
  isAnswerTimeout,
  isDatabaseUnavailable,
  isDatabaseUnreachable,
  isRetryable,
  isStorageFull,
} from './database-failure.ts';
import { inStatementSpan } from './statement-span.ts';
import {
  type TransactionMode,
  type TransactionTimeouts,
  type TransactionViewer,
  Tx,
  withoutJit,
} from './transaction.ts';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Connections that one workspace may use at the same time; a quarter of the pool by default. */
  perWorkspace?: number;
  timeouts: TransactionTimeouts;
  /** For a new connection to the server, and for a query outside a workspace. */
  connectTimeoutMs?: number;
  /** Maximum wait for a connection of the pool; ten seconds by default. */
  maxWaitMs?: number;
  /** For background work, which may wait longer for a connection and sees private conversations. */
  inBackground?: boolean;
  /** Whether its connections, or a pooler in between, keep prepared statements. */
  canPrepare?: boolean;
  /** Its name in the metrics, for a process with more than one. */
  pool?: string;
}

interface ConnectionSlot {
  acquire: () => Promise<unknown>;
  release: () => void;
}

export interface TransactionOptions {
  signal?: AbortSignal;
  /** By default no user, or, in the background, one that sees everything. */
  viewer?: TransactionViewer;
}

type AccessMode = Omit<TransactionMode, 'canPrepare' | 'viewer'>;

const connectSpan = () => ({ name: 'wait for connection', kind: SpanKind.INTERNAL });

const maxAttempts = 6;

const lookupConnections = 2;
const backgroundTimeoutMs = 30_000;
const maxWaiting = 1_000;
const maxWaitingPerWorkspace = 200;

/** Runs workspace transactions, and short queries outside of them. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #queue: FairQueue;
  readonly #lookupPool: pg.Pool;
  readonly #lookupQueue: FairQueue;
  readonly #timeouts: TransactionTimeouts;
  readonly #canPrepare: boolean;
  readonly #defaultViewer: TransactionViewer;
  #answeredAt = 0;

  constructor({
    url,
    poolSize,
    perWorkspace = Math.max(1, Math.floor(poolSize / 4)),
    timeouts,
    connectTimeoutMs = 1_500,
    maxWaitMs = 10_000,
    inBackground = false,
    canPrepare = true,
    pool = 'database',
  }: DatabaseOptions) {
    this.#timeouts = timeouts;
    this.#canPrepare = canPrepare;
    this.#defaultViewer = { userId: null, seesAll: inBackground };
    const connectMs = inBackground ? backgroundTimeoutMs : connectTimeoutMs;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      pipeline: true,
      connectionTimeoutMillis: connectMs,
      // The server's own timeout comes first and says why; this one is for a lost connection.
      query_timeout: timeouts.statementMs + 1_000,
      keepAlive: true,
    });
    this.#lookupPool = new pg.Pool({
      connectionString: url,
      max: lookupConnections,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      keepAlive: true,
    });
    // The pool replaces a broken connection, but without error listeners on the pool and on each
    // client, the error would end the process.
    for (const connections of [this.#pool, this.#lookupPool])
      connections.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    const queueMaxWaitMs = inBackground ? backgroundTimeoutMs : maxWaitMs;
    const overloadedMaxWaitMs = inBackground ? backgroundTimeoutMs : maxWaitMs / 10;
    const waiting = {
      maxWaiting,
      maxWaitMs: queueMaxWaitMs,
      overloadedMaxWaitMs,
    };
    this.#queue = new FairQueue({
      ...waiting,
      pool,
      maxWaitingPerKey: maxWaitingPerWorkspace,
      slots: poolSize,
      slotsPerKey: inBackground ? poolSize : perWorkspace,
    });
    // One token may call every endpoint at the same time.
    this.#lookupQueue = new FairQueue({
      ...waiting,
      pool: `${pool}_lookup`,
      maxWaitingPerKey: maxWaiting,
      slots: lookupConnections,
      slotsPerKey: lookupConnections,
    });
  }

  /**
   * A short query outside a workspace, such as who is calling. It uses its own connections, so it
   * works even when the pool is exhausted. Queries with the same `key` wait for each other only.
   */
  async query<Row>(statement: Sql, key = '', signal?: AbortSignal): Promise<Row[]> {
    let sentAt = 0;
    try {
      const release = await this.#lookupQueue.acquire(key, signal);
      sentAt = performance.now();
      try {
        const query = () => this.#lookupPool.query(statement);
        const { rows } = await inStatementSpan(statement.text, query);
        this.#answeredAt = performance.now();
        return rows as Row[];
      } finally {
        release();
      }
    } catch (error) {
      throw this.#apiErrorFor(error, sentAt);
    }
  }

  /**
   * Runs a maintenance statement across workspaces. The timeout is set on the server, which then
   * releases its locks; a client-side timeout would leave it running.
   */
  async runMaintenance<Row>({ text, values }: Sql, limitMs: number): Promise<Row[]> {
    const client = await this.#pool.connect();
    const query = { text, values, query_timeout: limitMs + 1_000 };
    let broken = false;
    try {
      await client.query(
        `begin; ${withoutJit}; set local statement_timeout = ${limitMs}; set local lock_timeout = ${this.#timeouts.lockMs}`,
      );
      const { rows } = await inStatementSpan(text, () => client.query(query));
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
   * Runs and commits `work` in one transaction, and retries it after a deadlock or a lost race. Not
   * run if `signal` aborts while waiting for a connection.
   */
  transaction<T>(
    workspaceId: string,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.#write(workspaceId, { access: 'read write' }, work, options);
  }

  /**
   * Like `transaction`, for short work that is done very often. Its statements are parsed and planned
   * once for each connection, for any values: planning takes most of the time of a look-up by key. Not
   * for statements whose best plan depends on their values.
   */
  preparedTransaction<T>(workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#write(workspaceId, { access: 'read write', isPrepared: true }, work, {});
  }

  async #write<T>(
    workspaceId: string,
    mode: AccessMode,
    work: (tx: Tx) => Promise<T>,
    { signal, viewer = this.#defaultViewer }: TransactionOptions,
  ): Promise<T> {
    const slot = this.#slot(workspaceId, signal);
    try {
      return await this.#retry(async () => {
        const { result, committed } = await this.#begin(
          workspaceId,
          { ...mode, viewer },
          slot,
          work,
        );
        await committed;
        return result;
      });
    } finally {
      slot.release();
    }
  }

  /**
   * Like `transaction`, but read-only, and does not wait for the commit. It is retried too, because
   * a read and a migration can deadlock.
   */
  async read<T>(
    workspaceId: string,
    work: (tx: Tx) => Promise<T>,
    { signal, viewer = this.#defaultViewer }: TransactionOptions = {},
  ): Promise<T> {
    const slot = this.#slot(workspaceId, signal);
    try {
      const { result, committed } = await this.#retry(() =>
        this.#begin(workspaceId, { access: 'read only', viewer }, slot, work),
      );
      committed.catch(() => {}).finally(slot.release);
      return result;
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  async #retry<T>(attemptOnce: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const startedAt = performance.now();
      try {
        return await attemptOnce();
      } catch (error) {
        if (!isRetryable(error) || attempt === maxAttempts)
          throw this.#apiErrorFor(error, startedAt);
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  /** A slot for a connection: acquired with the first statement and kept across retries. */
  #slot(workspaceId: string, signal: AbortSignal | undefined): ConnectionSlot {
    let acquired: Promise<() => void> | undefined;
    return {
      acquire: () => {
        acquired ??= this.#queue.acquire(workspaceId, signal);
        return acquired;
      },
      release: () => {
        acquired?.then((release) => release()).catch(() => {});
      },
    };
  }

  async #begin<T>(
    workspaceId: string,
    mode: Omit<TransactionMode, 'canPrepare'>,
    slot: ConnectionSlot,
    work: (tx: Tx) => Promise<T>,
  ) {
    let release = (_broken: boolean) => {};
    const connect = () =>
      inSpan(connectSpan, async () => {
        await slot.acquire();
        const client = await this.#pool.connect();
        release = (broken) => client.release(broken);
        return client;
      });
    const tx = new Tx(
      workspaceId,
      { ...mode, canPrepare: this.#canPrepare },
      connect,
      this.#timeouts,
    );
    const { result: worked, close } = trackTransaction(() => work(tx));
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
    const end = () => {
      this.#answeredAt = performance.now();
      release(false);
    };
    return { result, committed: tx.commit().then(end, undo) };
  }

  /**
   * Converts the error for the caller. If the database is unreachable, or has answered nothing since the
   * statement was sent, all waiting requests fail too. One slow statement fails only its own request.
   */
  #apiErrorFor(error: unknown, sentAt: number): unknown {
    const apiError = toApiError(error);
    const isSilent = isAnswerTimeout(error) && this.#answeredAt < sentAt;
    if (isDatabaseUnreachable(error) || isSilent)
      for (const queue of [this.#queue, this.#lookupQueue])
        queue.rejectAll(databaseUnavailable(error));
    return apiError;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#lookupPool.end()]);
  }
}

/** Converts known database failures; other errors are returned unchanged. */
export const toApiError = (error: unknown): unknown => {
  if (error instanceof ApiError) return error;
  if (isStorageFull(error))
    return new ApiError('storage_full', errorMessages.storageFull, { cause: error });
  if (isRetryable(error))
    return unavailableError(
      'conflict',
      'Too many requests are changing the same records. Try again in a moment.',
      { cause: error },
    );
  return isDatabaseUnavailable(error) ? databaseUnavailable(error) : error;
};

const databaseUnavailable = (cause: unknown): ApiError =>
  unavailableError(
    'database',
    'The database is not responding. Nothing was changed. Try again in a moment.',
    { cause },
  );
