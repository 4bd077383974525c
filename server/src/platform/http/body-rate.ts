import { errorMessages } from '@outcrop/contract';
import { ApiError } from '../error.ts';

const minBytesPerSecond = 1_024;

export const requestTimeout = () => new ApiError('request_timeout', errorMessages.requestTimeout);

/** Refuses a body that brings less than 1 KiB a second, so that a stalled one does not hold a slot. */
export class BodyRate {
  /** Rejects when the body is too slow. */
  readonly slow: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(windowMs: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.slow = promise;
    // The body may be complete before anyone waits for this.
    promise.catch(() => {});
    const check = () => {
      if (this.#bytes < (minBytesPerSecond * windowMs) / 1_000) reject(requestTimeout());
      this.#bytes = 0;
    };
    // After a stall of this process, what has arrived meanwhile is read before the check.
    this.#timer = setInterval(() => setImmediate(check), windowMs);
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
