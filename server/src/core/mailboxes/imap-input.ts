import {
  type ConversationMeter,
  ConversationTooLong,
} from '../../platform/egress/conversation-limits.ts';

const lineFeed = 0x0a;
/** Enough of the end of a line to recognize the size of a literal. */
const markerLength = 64;
const literalMarker = /\{(\d{1,15})\}\r?\n$/;

/**
 * Text of one reply outside its literals. imapflow parses a reply without a pause, in 1 to 3 µs for each
 * byte. Enough for the structure of a message with 100 parts.
 */
export const maxReplyText = 24 * 1024;
/** Work that imapflow does before the event loop gets its turn. */
const pieceText = 8 * 1024;
const pieceReplies = 50;

/**
 * Splits the bytes of an IMAP server into pieces that take imapflow a few milliseconds each, and counts
 * replies and bytes. Lines inside literals are no replies.
 */
export class ImapInput {
  readonly #meter: ConversationMeter;
  #literalLeft = 0;
  #lineEnd = '';
  #replyText = 0;

  constructor(meter: ConversationMeter) {
    this.#meter = meter;
  }

  /** Throws if the server exceeds its limits. */
  *piecesOf(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    let text = 0;
    let replies = 0;
    for (let at = 0; at < chunk.length; ) {
      const from = at;
      if (this.#literalLeft > 0) {
        at = Math.min(chunk.length, at + this.#literalLeft);
        this.#literalLeft -= at - from;
        this.#meter.count(at - from, 0);
        continue;
      }
      const feed = chunk.indexOf(lineFeed, at);
      const isWhole = feed !== -1;
      at = Math.min(isWhole ? feed + 1 : chunk.length, from + pieceText);
      const isEnd = isWhole && at === feed + 1 && this.#endsReply(chunk.subarray(from, at));
      if (!isWhole || at <= feed) this.#continueLine(chunk.subarray(from, at));
      this.#meter.count(at - from, isEnd ? 1 : 0);
      this.#replyText += at - from;
      if (this.#replyText > maxReplyText)
        throw new ConversationTooLong('sent a reply that is too long');
      if (isEnd) this.#replyText = 0;
      text += at - from;
      replies += isEnd ? 1 : 0;
      if (text < pieceText && replies < pieceReplies) continue;
      yield chunk.subarray(start, at);
      [start, text, replies] = [at, 0, 0];
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }

  #continueLine(part: Buffer): void {
    const end = part.subarray(-markerLength).toString('latin1');
    this.#lineEnd = (this.#lineEnd + end).slice(-markerLength);
  }

  /** Whether the line is the last one of a reply. A literal follows the others. */
  #endsReply(line: Buffer): boolean {
    this.#continueLine(line);
    const size = literalMarker.exec(this.#lineEnd)?.[1];
    this.#lineEnd = '';
    this.#literalLeft = Number(size ?? 0);
    return size === undefined;
  }
}
