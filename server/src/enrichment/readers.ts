import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairLimiter } from '../platform/fair-limiter.ts';
import type { ReadingResults, ReadingTask } from './reading.ts';

/** A page, or a robots.txt, that cannot be read within the limits of time and memory. */
export class UnreadablePage extends Error {
  readonly reason = 'website_unreadable';
  override name = 'UnreadablePage';
  override message =
    'A page of the company’s website takes too much time or memory to read. Correct the website of the prospect.';
}

/** Leaves one core to the main thread. */
const threads = Math.min(2, Math.max(1, availableParallelism() - 1));
/** CPU time, so that a busy machine does not make pages unreadable. */
const defaultLimits = { threads, maxCpuMs: 3_000, maxMegabytes: 64 };

/**
 * Threads that parse untrusted pages, so that none of them blocks the process. A thread that takes too
 * much time or memory is terminated and replaced. The workspace with the fewest running pages goes
 * first.
 */
export class Readers {
  readonly #limits: typeof defaultLimits;
  readonly #limiter: FairLimiter;
  readonly #idle: Worker[] = [];
  readonly #threads = new Set<Worker>();
  readonly #closing = new AbortController();

  constructor(limits: Partial<typeof defaultLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#limiter = new FairLimiter(this.#limits.threads);
  }

  read<T extends ReadingTask>(
    workspaceId: string,
    task: T,
    signal: AbortSignal,
  ): Promise<ReadingResults[T['kind']]> {
    const ends = AbortSignal.any([signal, this.#closing.signal]);
    return this.#limiter.run(workspaceId, ends, async () => {
      ends.throwIfAborted();
      const thread = this.#idle.pop() ?? (await this.#start(ends));
      const limit = await cpuLimit(thread, this.#limits.maxCpuMs);
      try {
        thread.ref();
        thread.postMessage(task);
        const signals = AbortSignal.any([ends, limit.signal]);
        const [result] = await once(thread, 'message', { signal: signals });
        thread.unref();
        this.#idle.push(thread);
        return result;
      } catch {
        await thread.terminate();
        ends.throwIfAborted();
        throw new UnreadablePage();
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
    const thread = new Worker(new URL('./reader.thread.ts', import.meta.url), {
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
