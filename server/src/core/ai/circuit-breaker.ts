import { ModelFailure } from './model.ts';

/** Consecutive failures after which calls are paused. */
const maxFailures = 5;
const minPauseMs = 10_000;
const maxPauseMs = 120_000;

/**
 * Pauses calls to a provider that keeps failing or has sent Retry-After. After the pause one call
 * tests the provider. If it fails, the next pause is twice as long.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #pauseMs = minPauseMs;
  #pausedUntil = 0;
  #isProbing = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    const waitMs = this.#pausedUntil - this.#now();
    if (waitMs > 0 || this.#isProbing) throw pausedError(Math.max(waitMs, 1_000));
    this.#isProbing = this.#pausedUntil > 0;
    try {
      const result = await call();
      this.#close();
      return result;
    } catch (error) {
      this.#recordFailure(error);
      throw error;
    } finally {
      this.#isProbing = false;
    }
  }

  /** Only timeouts, outages and server errors count as failures; an unusable answer does not. */
  #recordFailure(error: unknown): void {
    if (!(error instanceof ModelFailure)) return;
    if (error.kind === 'busy') {
      const seconds = error.retryAfterSeconds ?? 0;
      this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + seconds * 1_000);
      return;
    }
    if (error.kind !== 'away') {
      this.#close();
      return;
    }
    this.#failures++;
    if (this.#failures < maxFailures) return;
    this.#pausedUntil = this.#now() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, maxPauseMs);
  }

  #close(): void {
    this.#failures = 0;
    this.#pauseMs = minPauseMs;
    if (this.#pausedUntil <= this.#now()) this.#pausedUntil = 0;
  }
}

const pausedError = (ms: number): ModelFailure =>
  new ModelFailure('away', 'The language model is not responding.', {
    retryAfterSeconds: ms / 1_000,
    wasCalled: false,
  });
