import { ThreadLimitExceeded, type ThreadLimits, ThreadPool } from '../../platform/thread-pool.ts';
import {
  type MessageDecision,
  type MessageSource,
  messageLimits,
  type ParsedMessage,
} from './message.ts';
import { emptyHeader, withoutBody } from './read-message.ts';

type MessageInput = ({ source: MessageSource } | { raw: Uint8Array }) & {
  /** The addresses of the mailbox. A notice that names them is not about a recipient. */
  addresses: string[];
};
export type ParsingTask = MessageInput & { isHeaderOnly: boolean };

/** A parsed message and its kind. */
export interface ClassifiedMessage {
  parsed: ParsedMessage;
  decision: MessageDecision;
}

/**
 * A message takes at most about 2 s, with the second attempt that reads only its header. The second
 * thread goes on while a slow message takes its whole time.
 */
const defaultLimits: ThreadLimits = { threads: 2, maxCpuMs: 1_500, maxMegabytes: 64 };

/**
 * Parses and classifies messages in threads. If a message takes too much time or memory, only its
 * header is read. Other messages are not delayed.
 */
export class MessageParser {
  readonly #pool: ThreadPool<ParsingTask, ClassifiedMessage>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    const file = new URL('./parse-message.thread.ts', import.meta.url);
    this.#pool = new ThreadPool(file, { ...defaultLimits, ...limits });
  }

  /** Parses the header and the text parts of a message. */
  parse(
    { workspaceId, address }: { workspaceId: string; address: string },
    source: MessageSource,
    signal: AbortSignal,
  ): Promise<ClassifiedMessage> {
    return this.#parse(
      workspaceId,
      { source: boundedSource(source), addresses: [address] },
      signal,
    );
  }

  /** Parses the file of a whole message. */
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

/** The result for a message whose header takes too much time or memory. */
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

/** The source is copied to the thread, so it is cut to its limits before. */
const boundedSource = ({ header, parts }: MessageSource): MessageSource => ({
  header: header.subarray(0, messageLimits.headerBytes),
  parts: parts.slice(0, messageLimits.parts).map((part) => ({
    path: part.path,
    header: part.header.subarray(0, messageLimits.headerBytes),
    body: part.body.subarray(0, messageLimits.partBytes),
  })),
});
