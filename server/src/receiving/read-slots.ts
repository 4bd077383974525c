import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapSession } from '../core/mailboxes/imap-session.ts';

interface WaitingReader {
  key: string;
  admit: () => void;
}

/**
 * Limits how many mailboxes are read at the same time, and so the memory for their messages. One key
 * never takes all slots.
 */
export class ReadSlots {
  #free: number;
  readonly #perKey: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: WaitingReader[] = [];

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
    const [{ key: admitted, admit }] = this.#waiting.splice(next, 1) as [WaitingReader];
    this.#take(admitted);
    admit();
  }
}

/** Waits until a server announces something, the connection ends, or the time is up. */
export class AnnouncementWaiter {
  readonly #session: ImapSession;
  readonly #signal: AbortSignal;
  #wasWoken = false;
  #wake = () => {};

  constructor(session: ImapSession, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
    const wake = () => {
      this.#wasWoken = true;
      this.#wake();
    };
    session.on('exists', wake).on('expunge', wake).on('close', wake);
  }

  /** An announcement after this call ends the next wait. */
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

/** Lets the connections of a process begin one after another, at most 20 a second. */
export class ConnectPace {
  readonly #gapMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(perSecond = 20) {
    this.#gapMs = 1_000 / perSecond;
  }

  /** Each turn starts when the previous one has started and the gap is over, also on a busy process. */
  async turn(signal: AbortSignal): Promise<void> {
    const turn = this.#last.then(() => signal.throwIfAborted());
    this.#last = turn.then(
      () => sleep(this.#gapMs),
      () => {},
    );
    await turn;
  }
}
