import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../error.ts';
import { FairQueue } from '../fair-queue.ts';

/** Longer bodies are large. So is one whose length is not told. */
const largeBytes = 256 * 1024;

/** The requests that this process has taken and not yet answered. */
export class OpenRequests {
  readonly #max: number;
  // Of 4 MiB each, so that bodies take a quarter of a gigabyte at most, and one workspace 64 MiB.
  readonly #largeBodies: FairQueue;
  #open = 0;

  constructor(max: number, maxWaitMs: number) {
    this.#max = max;
    this.#largeBodies = new FairQueue({
      places: 64,
      share: 16,
      maxWaiting: 1_000,
      maxWaitingPerKey: 200,
      patienceMs: maxWaitMs,
      shortPatienceMs: maxWaitMs / 10,
    });
  }

  /** Counts a request until its answer has left. The signal says that its caller left before that. */
  add(response: ServerResponse): AbortSignal {
    if (this.#open >= this.#max)
      throw unavailable('The service is busy. Wait a few seconds, then try again.', {
        retryAfter: 5,
      });
    this.#open++;
    const gone = new AbortController();
    response.once('close', () => {
      this.#open--;
      if (!response.writableFinished) gone.abort();
    });
    return gone.signal;
  }

  /**
   * Resolves when the body may be read. A large one is in memory until it is answered, so that few are
   * let in at once; the others wait on the wire.
   */
  async admitBody(
    key: string,
    { headers }: IncomingMessage,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const isChunked = headers['transfer-encoding'] !== undefined;
    if (!isChunked && Number(headers['content-length'] ?? 0) <= largeBytes) return;
    const leave = await this.#largeBodies.enter(key, gone);
    if (gone.aborted) leave();
    else response.once('close', leave);
  }
}
