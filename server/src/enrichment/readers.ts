import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ReadingResults, ReadingTask } from './reading.ts';
import { Turns } from './turns.ts';

/** A page, or a robots.txt, that cannot be read within the limits of time and memory. */
export class UnreadablePage extends Error {
  readonly reason = 'website_unreadable';
  override name = 'UnreadablePage';
  override message =
    'A page of the company’s website takes too much time or memory to read. Correct the website of the record.';
}

/** One core is left to the process, which would otherwise wait for its own threads. */
const threads = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Time is that of the processor, so that a busy machine makes no page unreadable. */
const usual = { threads, maxCpuMs: 3_000, maxMegabytes: 64 };

/**
 * Threads in which bytes from strangers are read, so that none of them holds up the process. A thread
 * that takes too long or too much memory is ended, and a new one takes its place. Waiting pages
 * are as many as there are jobs under way, and the workspace with the fewest is served first.
 */
export class Readers {
  readonly #limits: typeof usual;
  readonly #turns: Turns;
  readonly #idle: Worker[] = [];
  readonly #threads = new Set<Worker>();
  readonly #closing = new AbortController();

  constructor(limits: Partial<typeof usual> = {}) {
    this.#limits = { ...usual, ...limits };
    this.#turns = new Turns(this.#limits.threads);
  }

  read<T extends ReadingTask>(
    workspaceId: string,
    task: T,
    signal: AbortSignal,
  ): Promise<ReadingResults[T['kind']]> {
    const ends = AbortSignal.any([signal, this.#closing.signal]);
    return this.#turns.take(workspaceId, ends, async () => {
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

  /** With nothing of the process: neither its environment nor its options. */
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

const lookEveryMs = 50;

/** Aborts once the thread has used so much of a processor, or ten times as much has passed without an end. */
async function cpuLimit(thread: Worker, maxMs: number) {
  const before = await thread.cpuUsage();
  const over = new AbortController();
  const look = async () => {
    const { user, system } = await thread.cpuUsage(before);
    if ((user + system) / 1_000 > maxMs) over.abort();
  };
  // A thread that has ended meanwhile cannot be asked, and is noticed elsewhere.
  const looking = setInterval(() => void look().catch(() => {}), lookEveryMs);
  return {
    signal: AbortSignal.any([over.signal, AbortSignal.timeout(10 * maxMs)]),
    stop: () => clearInterval(looking),
  };
}
