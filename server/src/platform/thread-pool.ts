import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairLimiter } from './fair-limiter.ts';

export interface ThreadLimits {
  threads: number;
  /** CPU time, so that a busy machine does not make input unreadable. */
  maxCpuMs: number;
  maxMegabytes: number;
}

/** Leaves one core to the main thread. */
export const spareThreads = (max: number) => Math.min(max, Math.max(1, availableParallelism() - 1));

/** A task took more time or memory than allowed, or failed. */
export class ThreadLimitExceeded extends Error {
  override name = 'ThreadLimitExceeded';
  override message = 'The input takes too much time or memory to read.';
}

/**
 * Threads that parse untrusted input, so that none of it blocks the process. A thread that takes too
 * much time or memory is terminated and replaced. The tenant with the fewest running tasks goes
 * first. The file posts one message when it is ready, and then one for each task.
 */
export class ThreadPool<Task, Result> {
  readonly #file: URL;
  readonly #limits: ThreadLimits;
  readonly #limiter: FairLimiter;
  readonly #idle: Worker[] = [];
  readonly #threads = new Set<Worker>();
  readonly #closing = new AbortController();

  constructor(file: URL, limits: ThreadLimits) {
    this.#file = file;
    this.#limits = limits;
    this.#limiter = new FairLimiter(limits.threads);
  }

  run(tenant: string, task: Task, signal: AbortSignal): Promise<Result> {
    const ends = AbortSignal.any([signal, this.#closing.signal]);
    return this.#limiter.run(tenant, ends, async () => {
      ends.throwIfAborted();
      const thread = this.#idle.pop() ?? (await this.#start(ends));
      // Before the first await: an idle thread does not keep the process alive.
      thread.ref();
      const limit = await cpuLimit(thread, this.#limits.maxCpuMs);
      try {
        thread.postMessage(task);
        const signals = AbortSignal.any([ends, limit.signal]);
        const [result] = await once(thread, 'message', { signal: signals });
        thread.unref();
        this.#idle.push(thread);
        return result;
      } catch {
        await thread.terminate();
        ends.throwIfAborted();
        throw new ThreadLimitExceeded();
      } finally {
        limit.stop();
      }
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The worker is stopping.'));
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  /** Without the environment and options of the process. */
  async #start(signal: AbortSignal): Promise<Worker> {
    const thread = new Worker(this.#file, {
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.maxMegabytes,
        maxYoungGenerationSizeMb: this.#limits.maxMegabytes / 4,
      },
    });
    this.#threads.add(thread);
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#threads.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    try {
      await once(thread, 'message', { signal });
      return thread;
    } catch (error) {
      await thread.terminate();
      signal.throwIfAborted();
      throw error;
    }
  }
}

const checkIntervalMs = 50;

/** Aborts after `maxMs` of CPU time, or ten times as much wall time. */
async function cpuLimit(thread: Worker, maxMs: number) {
  const before = await thread.cpuUsage();
  const over = new AbortController();
  const check = async () => {
    const { user, system } = await thread.cpuUsage(before);
    if ((user + system) / 1_000 > maxMs) over.abort();
  };
  // Fails if the thread has ended, which is handled elsewhere.
  const timer = setInterval(() => void check().catch(() => {}), checkIntervalMs);
  return {
    signal: AbortSignal.any([over.signal, AbortSignal.timeout(10 * maxMs)]),
    stop: () => clearInterval(timer),
  };
}
