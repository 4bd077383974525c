import type { FastifyBaseLogger } from 'fastify';
import { type Database, sql } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import { type Entry, entryOf } from './entry.ts';

const flushMs = 1_000;
const atOnce = 500;
/** Some megabytes. They are only needed while the database does not answer. */
const mostWaiting = 5_000;

/**
 * Keeps what was answered until it is written, many calls of all workspaces at a time. No request
 * waits for it: while it cannot be written the oldest calls are forgotten, and their number is told.
 */
export class RequestLog {
  readonly #db: Pick<Database, 'ask'>;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #timer: NodeJS.Timeout;
  #waiting: Entry[] = [];
  #flushing: Promise<void> | null = null;
  #forgotten = 0;
  #isAway = false;

  constructor(db: Pick<Database, 'ask'>, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMs).unref();
  }

  note(exchange: Exchange): void {
    this.#waiting.push(entryOf(exchange));
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#forgotten++;
    }
    if (this.#waiting.length >= atOnce && !this.#isAway) void this.flush();
  }

  /** Writes what waits. Whoever calls while that is under way waits for the same. */
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
      const batch = this.#waiting.splice(0, atOnce);
      try {
        await this.#db.ask(sql`select record_requests(${JSON.stringify(batch)})`);
        this.#isAway = false;
      } catch (error) {
        this.#isAway = isAway(error);
        if (this.#isAway) return this.#keep(batch);
        // It would fail again, and hold up all that come after it.
        this.#log.error(
          { err: error, calls: batch.length },
          'calls are missing from the request log',
        );
      }
    }
    if (this.#forgotten === 0) return;
    this.#log.warn({ calls: this.#forgotten }, 'calls are missing from the request log');
    this.#forgotten = 0;
  }

  /** Puts calls that could not be written back where they were, as far as there is room. */
  #keep(batch: Entry[]): void {
    const all = [...batch, ...this.#waiting];
    this.#waiting = all.slice(-mostWaiting);
    this.#forgotten += all.length - this.#waiting.length;
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unavailable';
