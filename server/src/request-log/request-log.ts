import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { RequestRecord } from '../platform/http/request-record.ts';
import { type RequestLogEntry, requestLogEntryOf } from './request-log-entry.ts';

const flushMs = 1_000;
const batchSize = 500;
/** A few megabytes, used only while the database is unreachable. */
const maxWaiting = 5_000;

/**
 * Buffers requests and writes them in batches for all workspaces. Requests never wait for it: while
 * the database is unreachable, the oldest are dropped and their number is logged.
 */
export class RequestLog {
  readonly #db: Pick<Database, 'query'>;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #timer: NodeJS.Timeout;
  #waiting: RequestLogEntry[] = [];
  #flushing: Promise<void> | null = null;
  #dropped = 0;
  #isUnavailable = false;

  constructor(db: Pick<Database, 'query'>, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMs).unref();
  }

  record(record: RequestRecord): void {
    this.#waiting.push(requestLogEntryOf(record));
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift();
      this.#dropped++;
    }
    if (this.#waiting.length >= batchSize && !this.#isUnavailable) void this.flush();
  }

  /** Writes the buffer. Concurrent calls share one write. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#db.query(sql`select record_requests(${JSON.stringify(batch)})`);
        this.#isUnavailable = false;
      } catch (error) {
        this.#isUnavailable = isUnavailable(error);
        if (this.#isUnavailable) return this.#requeue(batch);
        // Retrying would fail again and block later requests.
        this.#log.error(
          { err: error, calls: batch.length },
          'calls are missing from the request log',
        );
      }
    }
    if (this.#dropped === 0) return;
    this.#log.warn({ calls: this.#dropped }, 'calls are missing from the request log');
    this.#dropped = 0;
  }

  /** Puts a failed batch back, as far as there is space. */
  #requeue(batch: RequestLogEntry[]): void {
    const all = [...batch, ...this.#waiting];
    this.#waiting = all.slice(-maxWaiting);
    this.#dropped += all.length - this.#waiting.length;
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unavailable';
