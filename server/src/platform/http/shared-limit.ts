/** A caller, workspace or network, and the most that it may hold. */
export interface ShareHolder {
  key: string;
  max: number;
}

/** Slots or bytes of this process. Each holder has at most its share. */
export class SharedLimit {
  readonly #total: number;
  readonly #held = new Map<string, number>();
  #used = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** Takes an amount for all of these holders. Returns what was exceeded, or null. */
  take(amount: number, holders: ShareHolder[]): 'total' | 'share' | null {
    if (this.#used + amount > this.#total) return 'total';
    if (!this.share(amount, holders)) return 'share';
    this.#used += amount;
    return null;
  }

  /** Counts an amount that was taken also for these holders. Returns whether their shares allow it. */
  share(amount: number, holders: ShareHolder[]): boolean {
    if (holders.some(({ key, max }) => this.#heldBy(key) + amount > max)) return false;
    for (const { key } of holders) this.#held.set(key, this.#heldBy(key) + amount);
    return true;
  }

  release(amount: number, holders: ShareHolder[]): void {
    this.#used -= amount;
    for (const { key } of holders) {
      const rest = this.#heldBy(key) - amount;
      if (rest > 0) this.#held.set(key, rest);
      else this.#held.delete(key);
    }
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }
}
