interface Waiting {
  key: string;
  admit: () => void;
}

/**
 * Limits how many mailboxes are read at the same time, and with it the memory for their messages. Some
 * slots are left to the other keys, whatever one key does.
 */
export class Slots {
  #free: number;
  readonly #perKey: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(count: number, perKey: number) {
    this.#free = count;
    this.#perKey = perKey;
  }

  async use<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(key)) this.#take(key);
    else await new Promise<void>((resolve) => this.#waiting.push({ key, admit: resolve }));
    try {
      return await work();
    } finally {
      this.#release(key);
    }
  }

  #hasRoom(key: string): boolean {
    return this.#free > 0 && (this.#held.get(key) ?? 0) < this.#perKey;
  }

  #take(key: string): void {
    this.#free--;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
  }

  #release(key: string): void {
    const left = this.#held.get(key)! - 1;
    if (left === 0) this.#held.delete(key);
    else this.#held.set(key, left);
    this.#free++;
    const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.key));
    if (next === -1) return;
    const [{ key: admitted, admit }] = this.#waiting.splice(next, 1) as [Waiting];
    this.#take(admitted);
    admit();
  }
}
