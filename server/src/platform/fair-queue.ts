import { unavailable } from './error.ts';

export interface FairQueueOptions {
  /** How many may hold a place at once. */
  places: number;
  /** How many of the places one key may hold. */
  share: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  patienceMs: number;
  /** How long a newcomer may wait behind a queue that has not been empty for `patienceMs`. */
  shortPatienceMs: number;
}

export type Leave = () => void;

interface Waiter {
  admit: () => void;
  refuse: (reason: Error) => void;
}

interface Lane {
  held: number;
  waiting: Waiter[];
  waitingSince: number;
}

/**
 * Hands out places, in turn between keys and in order of arrival within one, so that a burst is
 * slowed down before anything of it is refused, and slows nobody else down. A queue that does not
 * empty means more work than can be done: newcomers are then refused early, since a long wait would
 * only make every answer late.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  // In the order of turns: a key that is new or was just admitted goes to the end.
  readonly #lanes = new Map<string, Lane>();
  #free: number;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#free = options.places;
  }

  /** Resolves, once there is a place, to the function that gives it back. */
  async enter(key: string, gone?: AbortSignal): Promise<Leave> {
    const lane = this.#lanes.get(key) ?? { held: 0, waiting: [], waitingSince: 0 };
    this.#lanes.set(key, lane);
    // Whoever could be admitted has been: a free place means that nobody waits for it.
    if (this.#free > 0 && lane.held < this.#options.share) this.#take(key, lane);
    else await this.#wait(key, lane, gone);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      lane.held--;
      this.#free++;
      this.#forget(key, lane);
      this.#admitNext();
    };
  }

  /** Refuses all who wait. */
  refuseAll(reason: Error): void {
    for (const { waiting } of this.#lanes.values())
      for (const { refuse } of [...waiting]) refuse(reason);
  }

  #take(key: string, lane: Lane): void {
    lane.held++;
    this.#free--;
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
  }

  #wait(key: string, lane: Lane, gone: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitingPerKey, patienceMs, shortPatienceMs } = this.#options;
    if (gone?.aborted || lane.waiting.length >= maxWaitingPerKey) {
      this.#forget(key, lane);
      return Promise.reject(gone?.aborted ? callerLeft() : tooMany());
    }
    const now = performance.now();
    if (lane.waiting.length === 0) lane.waitingSince = now;
    const patience = now - lane.waitingSince < patienceMs ? patienceMs : shortPatienceMs;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        this.#waiting--;
      };
      const waiter: Waiter = {
        admit: () => {
          settle();
          this.#take(key, lane);
          resolve();
        },
        refuse: (reason) => {
          settle();
          this.#forget(key, lane);
          reject(reason);
        },
      };
      const leave = () => waiter.refuse(callerLeft());
      const timer = setTimeout(() => waiter.refuse(tooMany()), patience);
      gone?.addEventListener('abort', leave);
      lane.waiting.push(waiter);
      this.#waiting++;
      if (this.#waiting > maxWaiting) this.#longest().waiting.at(-1)!.refuse(tooMany());
    });
  }

  #admitNext(): void {
    for (const { held, waiting } of this.#lanes.values()) {
      if (waiting.length === 0 || held >= this.#options.share) continue;
      waiting[0]!.admit();
      return;
    }
  }

  #longest(): Lane {
    const lanes = [...this.#lanes.values()];
    return lanes.reduce((most, lane) => (lane.waiting.length > most.waiting.length ? lane : most));
  }

  #forget(key: string, lane: Lane): void {
    if (lane.held === 0 && lane.waiting.length === 0 && this.#lanes.get(key) === lane)
      this.#lanes.delete(key);
  }
}

const tooMany = () =>
  unavailable(
    'Too many requests are waiting to be served. Nothing was changed; wait a few seconds, then try again.',
    { retryAfter: 5 },
  );

const callerLeft = () => unavailable('The caller left before this was served.');
