import { ThreadLimitExceeded, type ThreadLimits, ThreadPool } from '../../platform/thread-pool.ts';
import { messageLimits } from './limits.ts';
import type { MessageSource, ParsedMessage } from './message.ts';
import { emptyHeader, withoutBody } from './read-message.ts';

export type ParsingTask = ({ source: MessageSource } | { raw: Uint8Array }) & {
  isHeaderOnly: boolean;
};

/**
 * With the second attempt at the header alone, about 2 s. At least two threads, so that a message that takes its whole time does not delay all
 * others.
 */
const defaultLimits: ThreadLimits = { threads: 2, maxCpuMs: 1_500, maxMegabytes: 64 };

/**
 * Reads messages in threads. Of a message that takes too much time or memory, only the header is
 * read, and other messages go on.
 */
export class Parser {
  readonly #pool: ThreadPool<ParsingTask, ParsedMessage>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    const file = new URL('./parser.thread.ts', import.meta.url);
    this.#pool = new ThreadPool(file, { ...defaultLimits, ...limits });
  }

  /** What the server has of a message: its header and its text parts. */
  parse(tenant: string, source: MessageSource, signal: AbortSignal): Promise<ParsedMessage> {
    return this.#parse(tenant, { source: bounded(source) }, signal);
  }

  /** A whole message, as a file has it. */
  parseRaw(tenant: string, raw: Uint8Array, signal: AbortSignal): Promise<ParsedMessage> {
    // A copy, because the whole memory behind a view would be sent to the thread.
    const read = new Uint8Array(raw.subarray(0, messageLimits.fileBytes));
    return this.#parse(tenant, { raw: read }, signal);
  }

  async #parse(
    tenant: string,
    input: { source: MessageSource } | { raw: Uint8Array },
    signal: AbortSignal,
  ): Promise<ParsedMessage> {
    try {
      return await this.#pool.run(tenant, { ...input, isHeaderOnly: false }, signal);
    } catch (error) {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
    }
    try {
      return await this.#pool.run(tenant, { ...input, isHeaderOnly: true }, signal);
    } catch (error) {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
      return withoutBody(emptyHeader);
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Copied to the thread, so it is bounded here. */
const bounded = ({ header, parts }: MessageSource): MessageSource => ({
  header: header.subarray(0, messageLimits.headerBytes),
  parts: parts.slice(0, messageLimits.parts).map((part) => ({
    path: part.path,
    header: part.header.subarray(0, messageLimits.headerBytes),
    body: part.body.subarray(0, messageLimits.partBytes),
  })),
});
