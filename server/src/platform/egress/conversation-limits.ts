/** What a foreign server may send in answer to one command, or in a whole conversation. */
export interface ConversationLimits {
  bytes: number;
  replies: number;
}

/** The server sent more than its limits, or took longer. The message completes "HOST …". */
export class ConversationTooLong extends Error {
  readonly code = 'ConversationTooLong';
  override readonly name = 'ConversationTooLong';
}

const tooMuchSent = () => new ConversationTooLong('sent more than it was asked for');
export const tooSlow = () => new ConversationTooLong('did not answer completely in time');

/** Counts what a server sends, and throws as soon as it exceeds a limit. */
export class ConversationMeter {
  readonly #total: ConversationLimits;
  #perCommand: ConversationLimits;
  #command: ConversationLimits = { bytes: 0, replies: 0 };
  #all: ConversationLimits = { bytes: 0, replies: 0 };

  constructor(total: ConversationLimits, perCommand: ConversationLimits = total) {
    this.#total = total;
    this.#perCommand = perCommand;
  }

  get perCommand(): ConversationLimits {
    return this.#perCommand;
  }

  /** The limits of each further command. */
  set perCommand(limits: ConversationLimits) {
    this.#perCommand = limits;
    this.beginCommand();
  }

  beginCommand(): void {
    this.#command = { bytes: 0, replies: 0 };
  }

  count(bytes: number, replies: number): void {
    for (const [used, limit] of [
      [this.#command, this.#perCommand],
      [this.#all, this.#total],
    ] as const) {
      used.bytes += bytes;
      used.replies += replies;
      if (used.bytes > limit.bytes || used.replies > limit.replies) throw tooMuchSent();
    }
  }
}
