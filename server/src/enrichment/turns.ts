interface Waiter {
  who: string;
  start: () => void;
}

/**
 * Lets so many at a time through. Of those who wait, whoever has the fewest under way is next, so
 * that one workspace's thousands do not keep another's one waiting.
 */
export class Turns {
  readonly #most: number;
  readonly #underWay = new Map<string, number>();
  #waiting: Waiter[] = [];
  #busy = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async take<T>(who: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#most) await this.#wait(who, signal);
    else this.#enter(who);
    try {
      return await work();
    } finally {
      this.#leave(who);
    }
  }

  #wait(who: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((waiter) => waiter !== own);
        reject(signal.reason);
      };
      const own: Waiter = {
        who,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          this.#enter(who);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(own);
    });
  }

  #enter(who: string): void {
    this.#busy++;
    this.#underWay.set(who, (this.#underWay.get(who) ?? 0) + 1);
  }

  #leave(who: string): void {
    this.#busy--;
    const left = this.#underWay.get(who)! - 1;
    if (left > 0) this.#underWay.set(who, left);
    else this.#underWay.delete(who);
    const load = (waiter: Waiter) => this.#underWay.get(waiter.who) ?? 0;
    const fewest = Math.min(...this.#waiting.map(load));
    const next = this.#waiting.findIndex((waiter) => load(waiter) === fewest);
    if (next >= 0) this.#waiting.splice(next, 1)[0]!.start();
  }
}
