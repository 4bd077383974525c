import { unavailableError } from './error.ts';
import { poolMetrics } from './observe/metrics.ts';

export interface FairQueueOptions {
  /** Its name in the metrics. */
  pool: string;
  slots: number;
  /** Slots that one key may hold at the same time. */
  slotsPerKey: number;
  /** Slots that all keys of one group may hold. Default: all. */
  slotsPerGroup?: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  maxWaitMs: number;
  /** Maximum wait once the queue has not been empty for `maxWaitMs`. */
  overloadedMaxWaitMs: number;
}

export type ReleaseSlot = () => void;

interface WaitingRequest {
  group: string;
  admit: () => void;
  reject: (reason: Error) => void;
}

interface KeyLane {
  held: number;
  waiting: WaitingRequest[];
  waitingSince: number;
}

/**
 * Gives out slots, alternating between keys and in order of arrival within a key, so that a burst
 * of one key does not slow down the others. A queue that never empties means overload: new requests
 * are then rejected early instead of making every response late.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  // In turn order: a key that is new or was just admitted goes to the end.
  readonly #lanes = new Map<string, KeyLane>();
  readonly #heldByGroup = new Map<string, number>();
  readonly #metrics: ReturnType<typeof poolMetrics>;
  #free: number;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#metrics = poolMetrics(options.pool, options.slots);
    this.#free = options.slots;
  }

  /** Waits for a slot and resolves to the function that releases it. */
  async acquire(key: string, signal?: AbortSignal, group = key): Promise<ReleaseSlot> {
    const lane = this.#lanes.get(key) ?? { held: 0, waiting: [], waitingSince: 0 };
    this.#lanes.set(key, lane);
    // A free slot means that no waiter could use it.
    if (this.#free > 0 && this.#isAllowed(lane, group)) {
      this.#acquire(key, lane, group);
      this.#metrics.waitSeconds.observe(0);
    } else {
      const started = performance.now();
      await this.#wait(key, lane, group, signal).finally(() =>
        this.#metrics.waitSeconds.observe((performance.now() - started) / 1_000),
      );
    }
    let released = false;
    return () => {
      if (released) return;
      released = true;
      lane.held--;
      this.#countGroup(group, -1);
      this.#free++;
      this.#metrics.inUse.dec();
      this.#removeIfIdle(key, lane);
      this.#admitNext();
    };
  }

  /** Rejects all waiters. */
  rejectAll(reason: Error): void {
    for (const { waiting } of this.#lanes.values())
      for (const { reject } of [...waiting]) reject(reason);
  }

  #isAllowed({ held }: KeyLane, group: string): boolean {
    const { slots, slotsPerKey, slotsPerGroup = slots } = this.#options;
    return held < slotsPerKey && (this.#heldByGroup.get(group) ?? 0) < slotsPerGroup;
  }

  #countGroup(group: string, change: number): void {
    const held = (this.#heldByGroup.get(group) ?? 0) + change;
    if (held > 0) this.#heldByGroup.set(group, held);
    else this.#heldByGroup.delete(group);
  }

  #acquire(key: string, lane: KeyLane, group: string): void {
    lane.held++;
    this.#countGroup(group, 1);
    this.#free--;
    this.#metrics.inUse.inc();
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
  }

  #wait(key: string, lane: KeyLane, group: string, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitingPerKey, maxWaitMs, overloadedMaxWaitMs } = this.#options;
    if (signal?.aborted || lane.waiting.length >= maxWaitingPerKey) {
      this.#removeIfIdle(key, lane);
      return Promise.reject(signal?.aborted ? callerDisconnected() : tooMany('queue_full'));
    }
    const now = performance.now();
    if (lane.waiting.length === 0) lane.waitingSince = now;
    const waitMs = now - lane.waitingSince < maxWaitMs ? maxWaitMs : overloadedMaxWaitMs;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        this.#waiting--;
        this.#metrics.waiting.dec();
      };
      const waiter: WaitingRequest = {
        group,
        admit: () => {
          settle();
          this.#acquire(key, lane, group);
          resolve();
        },
        reject: (reason) => {
          settle();
          this.#removeIfIdle(key, lane);
          reject(reason);
        },
      };
      const onAbort = () => waiter.reject(callerDisconnected());
      const timer = setTimeout(() => waiter.reject(tooMany('queue_timeout')), waitMs);
      signal?.addEventListener('abort', onAbort);
      lane.waiting.push(waiter);
      this.#waiting++;
      this.#metrics.waiting.inc();
      if (this.#waiting > maxWaiting)
        this.#fullestLane().waiting.at(-1)!.reject(tooMany('queue_full'));
    });
  }

  #admitNext(): void {
    for (const lane of this.#lanes.values()) {
      const next = lane.waiting.find(({ group }) => this.#isAllowed(lane, group));
      if (!next) continue;
      next.admit();
      return;
    }
  }

  #fullestLane(): KeyLane {
    const lanes = [...this.#lanes.values()];
    return lanes.reduce((longest, lane) =>
      lane.waiting.length > longest.waiting.length ? lane : longest,
    );
  }

  #removeIfIdle(key: string, lane: KeyLane): void {
    if (lane.held === 0 && lane.waiting.length === 0 && this.#lanes.get(key) === lane)
      this.#lanes.delete(key);
  }
}

const tooMany = (reason: 'queue_full' | 'queue_timeout') =>
  unavailableError(
    reason,
    'Too many requests are waiting. Nothing was changed. Try again in a few seconds.',
    { retryAfter: 5 },
  );

const callerDisconnected = () =>
  unavailableError('disconnected', 'The client disconnected before the request was processed.');
