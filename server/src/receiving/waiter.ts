import type { ImapFlow } from 'imapflow';

/** Waits until a server announces something, the connection ends, or the time is up. */
export class Waiter {
  readonly #session: ImapFlow;
  readonly #signal: AbortSignal;
  #wasWoken = false;
  #wake = () => {};

  constructor(session: ImapFlow, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
    const wake = () => {
      this.#wasWoken = true;
      this.#wake();
    };
    session.on('exists', wake).on('expunge', wake).on('close', wake);
  }

  /** What is announced from here on ends the next wait. */
  reset(): void {
    this.#wasWoken = false;
  }

  /** The next command ends the IDLE. */
  async wait(maxMs: number): Promise<void> {
    if (this.#wasWoken || this.#signal.aborted) return;
    if (this.#session.capabilities.has('IDLE')) this.#session.idle().catch(() => {});
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}
