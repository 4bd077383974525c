import { unavailable } from '../error.ts';

interface Queue {
  held: number;
  waiting: (() => void)[];
}

/**
 * Lets one workspace hold at most its share of the connections, so that a flood in one of them
 * leaves room for the others. Whoever waits too long, or behind too many, is told to come back.
 */
export class Shares {
  readonly #share: number;
  readonly #patienceMs: number;
  readonly #mostWaiting: number;
  readonly #queues = new Map<string, Queue>();

  constructor(share: number, patienceMs: number, mostWaiting: number) {
    this.#share = share;
    this.#patienceMs = patienceMs;
    this.#mostWaiting = mostWaiting;
  }

  /** Resolves to the function that gives the place back. */
  async take(workspaceId: string): Promise<() => void> {
    const queue = this.#queues.get(workspaceId) ?? { held: 0, waiting: [] };
    this.#queues.set(workspaceId, queue);
    if (queue.held < this.#share) queue.held++;
    else await this.#wait(queue);
    return () => this.#giveBack(workspaceId, queue);
  }

  #wait(queue: Queue): Promise<void> {
    const busy = () =>
      unavailable('This workspace has too many requests under way. Wait a second, then try again.');
    if (queue.waiting.length >= this.#mostWaiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(enter), 1);
        reject(busy());
      }, this.#patienceMs);
      queue.waiting.push(enter);
    });
  }

  #giveBack(workspaceId: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.held--;
    if (queue.held === 0) this.#queues.delete(workspaceId);
  }
}
