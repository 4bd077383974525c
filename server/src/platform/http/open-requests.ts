import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessages } from '@outcrop/contract';
import { unavailableError } from '../error.ts';
import { FairQueue } from '../fair-queue.ts';
import { openRequests } from './observe-requests.ts';

/** Larger bodies, and bodies of unknown length, count as large. */
const largeBytes = 256 * 1024;

/** Requests in progress in this process. */
export class OpenRequests {
  readonly #max: number;
  // At 4 MiB each, large bodies take at most 256 MiB in total and 64 MiB per workspace.
  readonly #largeBodies: FairQueue;
  #open = 0;

  constructor(max: number, maxWaitMs: number) {
    this.#max = max;
    this.#largeBodies = new FairQueue({
      pool: 'large_bodies',
      slots: 64,
      slotsPerKey: 16,
      maxWaiting: 1_000,
      maxWaitingPerKey: 200,
      maxWaitMs,
      overloadedMaxWaitMs: maxWaitMs / 10,
    });
  }

  /**
   * Counts a request until its response is sent. The signal aborts if the caller disconnects
   * before.
   */
  add(response: ServerResponse): AbortSignal {
    if (this.#open >= this.#max)
      throw unavailableError('too_many_open', errorMessages.busy, { retryAfter: 5 });
    this.#open++;
    openRequests.inc();
    const disconnected = new AbortController();
    response.once('close', () => {
      this.#open--;
      openRequests.dec();
      if (!response.writableFinished) disconnected.abort();
    });
    return disconnected.signal;
  }

  /**
   * Resolves when the body may be read. Large bodies stay in memory until the response, so only a
   * few are read at the same time.
   */
  async admitBody(
    key: string,
    { headers }: IncomingMessage,
    response: ServerResponse,
    disconnected: AbortSignal,
  ): Promise<void> {
    const isChunked = headers['transfer-encoding'] !== undefined;
    if (!isChunked && Number(headers['content-length'] ?? 0) <= largeBytes) return;
    const release = await this.#largeBodies.acquire(key, disconnected);
    if (disconnected.aborted) release();
    else response.once('close', release);
  }
}
