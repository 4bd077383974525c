import { ThreadLimitExceeded, type ThreadLimits, ThreadPool } from '../../platform/thread-pool.ts';
import { type MessageDecision, type MessageSource, messageLimits, type ParsedMessage } from './message.ts';
import { emptyHeader, withoutBody } from './read-message.ts';

type MessageInput = ({ source: MessageSource } | { raw: Uint8Array }) & {
  /** Of the mailbox. What a notice says about them is not about a recipient. */
  addresses: string[];
};
export type ParsingTask = MessageInput & { isHeaderOnly: boolean };

/** What a message has, and what it is. */
export interface ClassifiedMessage {
  parsed: ParsedMessage;
  decision: MessageDecision;
}

/**
 * With the second attempt at the header alone, about 2 s. At least two threads, so that a message that takes its whole
 * time does not delay all others.
 */
const defaultLimits: ThreadLimits = { threads: 2, maxCpuMs: 1_500, maxMegabytes: 64 };

/**
 * Reads messages in threads, and decides what they are. Of a message that takes too much time or memory, only the
 * header is read, and other messages go on.
 */
export class MessageParser {
  readonly #pool: ThreadPool<ParsingTask, ClassifiedMessage>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    const file = new URL('./parse-message.thread.ts', import.meta.url);
    this.#pool = new ThreadPool(file, { ...defaultLimits, ...limits });
  }

  /** What the server has of a message: its header and its text parts. */
  parse(
    { workspaceId, address }: { workspaceId: string; address: string },
    source: MessageSource,
    signal: AbortSignal,
  ): Promise<ClassifiedMessage> {
    return this.#parse(workspaceId, { source: boundedSource(source), addresses: [address] }, signal);
  }

  /** A whole message, as a file has it. */
  parseRaw(tenant: string, raw: Uint8Array, signal: AbortSignal): Promise<ClassifiedMessage> {
    // A copy, because the whole memory behind a view would be sent to the thread.
    const read = new Uint8Array(raw.subarray(0, messageLimits.fileBytes));
    return this.#parse(tenant, { raw: read, addresses: [] }, signal);
  }

  async #parse(
    tenant: string,
    input: MessageInput,
    signal: AbortSignal,
  ): Promise<ClassifiedMessage> {
    try {
      return await this.#pool.run(tenant, { ...input, isHeaderOnly: false }, signal);
    } catch (error) {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
    }
    try {
      return await this.#pool.run(tenant, { ...input, isHeaderOnly: true }, signal);
    } catch (error) {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
      return unreadableMessage;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Its header takes too much time or memory, too. */
const unreadableMessage: ClassifiedMessage = {
  parsed: withoutBody(emptyHeader),
  decision: {
    kind: 'human',
    permanent: false,
    recipients: [],
    originalMessageId: null,
    returnDate: null,
    evidence: ['The body could not be read'],
  },
};

/** Copied to the thread, so it is bounded here. */
const boundedSource = ({ header, parts }: MessageSource): MessageSource => ({
  header: header.subarray(0, messageLimits.headerBytes),
  parts: parts.slice(0, messageLimits.parts).map((part) => ({
    path: part.path,
    header: part.header.subarray(0, messageLimits.headerBytes),
    body: part.body.subarray(0, messageLimits.partBytes),
  })),
});
