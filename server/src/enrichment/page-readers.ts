import {
  spareThreads,
  ThreadLimitExceeded,
  type ThreadLimits,
  ThreadPool,
} from '../platform/thread-pool.ts';
import type { ReadingResults, ReadingTask } from './reading-task.ts';

/** A page, or a robots.txt, that cannot be read within the limits of time and memory. */
export class UnreadablePage extends Error {
  readonly reason = 'website_unreadable';
  override name = 'UnreadablePage';
  override message =
    'A page of the company’s website takes too much time or memory to read. Correct the website of the prospect.';
}

const defaultLimits = { threads: spareThreads(2), maxCpuMs: 3_000, maxMegabytes: 64 };

/** Threads that parse untrusted pages. The workspace with the fewest running pages goes first. */
export class PageReaders {
  readonly #pool: ThreadPool<ReadingTask, ReadingResults[ReadingTask['kind']]>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    const file = new URL('./page-reader.thread.ts', import.meta.url);
    this.#pool = new ThreadPool(file, { ...defaultLimits, ...limits });
  }

  async read<T extends ReadingTask>(
    workspaceId: string,
    task: T,
    signal: AbortSignal,
  ): Promise<ReadingResults[T['kind']]> {
    try {
      return (await this.#pool.run(workspaceId, task, signal)) as ReadingResults[T['kind']];
    } catch (error) {
      throw error instanceof ThreadLimitExceeded ? new UnreadablePage() : error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
