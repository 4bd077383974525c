const tickMs = 20;
const windowMs = 250;
/** One slow moment is not pressure yet. */
const leastTicks = 3;

/** Tells whether this process is so far behind that a new request would only make it worse. */
export class Pressure {
  readonly #timer: NodeJS.Timeout;
  readonly #mostMs: number;
  #meanMs = 0;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
    let [last, late, ticks] = [performance.now(), 0, 0];
    let windowStart = last;
    // Timed by hand: when Node's own monitor is reset, it forgets the delay it was measuring.
    this.#timer = setInterval(() => {
      const now = performance.now();
      late += now - last - tickMs;
      ticks++;
      last = now;
      if (now - windowStart < windowMs || ticks < leastTicks) return;
      this.#meanMs = late / ticks;
      [windowStart, late, ticks] = [now, 0, 0];
    }, tickMs).unref();
  }

  get isTooHigh(): boolean {
    return this.#meanMs > this.#mostMs;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
