import { ModelFailure } from './model.ts';

/** Failures in a row after which a provider is left alone. */
const mostFailures = 5;
const firstRestMs = 10_000;
const longestRestMs = 120_000;

/**
 * Leaves a provider alone that keeps failing or has asked for time. After the rest one question is
 * let through; if that is answered all are again, otherwise the rest is twice as long.
 */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #restMs = firstRestMs;
  #restsUntil = 0;
  #isProbing = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async ask<T>(question: () => Promise<T>): Promise<T> {
    const waitMs = this.#restsUntil - this.#now();
    if (waitMs > 0 || this.#isProbing) throw resting(Math.max(waitMs, 1_000));
    this.#isProbing = this.#restsUntil > 0;
    try {
      const answer = await question();
      this.#close();
      return answer;
    } catch (error) {
      this.#judge(error);
      throw error;
    } finally {
      this.#isProbing = false;
    }
  }

  /** An answer that cannot be used is an answer: only silence, refusals to serve and errors count. */
  #judge(error: unknown): void {
    if (!(error instanceof ModelFailure)) return;
    if (error.kind === 'busy') {
      const seconds = error.retryAfterSeconds ?? 0;
      this.#restsUntil = Math.max(this.#restsUntil, this.#now() + seconds * 1_000);
      return;
    }
    if (error.kind !== 'away') {
      this.#close();
      return;
    }
    this.#failures++;
    if (this.#failures < mostFailures) return;
    this.#restsUntil = this.#now() + this.#restMs;
    this.#restMs = Math.min(2 * this.#restMs, longestRestMs);
  }

  #close(): void {
    this.#failures = 0;
    this.#restMs = firstRestMs;
    if (this.#restsUntil <= this.#now()) this.#restsUntil = 0;
  }
}

const resting = (ms: number): ModelFailure =>
  new ModelFailure('away', 'The language model does not answer at the moment.', {
    retryAfterSeconds: ms / 1_000,
    wasAsked: false,
  });
