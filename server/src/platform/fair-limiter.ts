interface WaitingCall {
  tenant: string;
  start: () => void;
}

/**
 * Limits concurrency. The tenant with the fewest running calls goes next, so that thousands of calls
 * of one workspace do not delay the single call of another.
 */
export class FairLimiter {
  readonly #maxConcurrent: number;
  readonly #running = new Map<string, number>();
  #waiting: WaitingCall[] = [];
  #total = 0;

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent;
  }

  async run<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#total >= this.#maxConcurrent) await this.#wait(tenant, signal);
    else this.#enter(tenant);
    try {
      return await work();
    } finally {
      this.#leave(tenant);
    }
  }

  #wait(tenant: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((waiter) => waiter !== waiting);
        reject(signal.reason);
      };
      const waiting: WaitingCall = {
        tenant,
        start: () => {
          signal.removeEventListener('abort', onAbort);
          this.#enter(tenant);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #enter(tenant: string): void {
    this.#total++;
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1);
  }

  #leave(tenant: string): void {
    this.#total--;
    const remaining = this.#running.get(tenant)! - 1;
    if (remaining > 0) this.#running.set(tenant, remaining);
    else this.#running.delete(tenant);
    const load = (waiter: WaitingCall) => this.#running.get(waiter.tenant) ?? 0;
    const fewest = Math.min(...this.#waiting.map(load));
    const next = this.#waiting.findIndex((waiter) => load(waiter) === fewest);
    if (next >= 0) this.#waiting.splice(next, 1)[0]!.start();
  }
}
