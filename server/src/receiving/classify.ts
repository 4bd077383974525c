import { decide } from '../core/receiving/decide-rules.ts';
import type { FetchedMessage, ParsedMessage } from '../core/receiving/message.ts';
import type { Parser } from '../core/receiving/parser.ts';
import type { Received } from '../core/receiving/receiver.ts';
import { baseSubject } from '../core/receiving/subject-rules.ts';

/** Parses a message in a thread and decides what it is. */
export const classifyWith =
  (parser: Parser, signal: AbortSignal) =>
  async (
    fetched: FetchedMessage,
    { workspaceId, address }: { workspaceId: string; address: string },
  ): Promise<Received> => {
    const parsed = await parser.parse(workspaceId, fetched.source, signal);
    const ours = { addresses: [address], subjects: isReply(parsed) ? [parsed.subject] : [] };
    return { fetched, parsed, decision: decide(parsed, ours) };
  };

/** The subject of a reply repeats ours. Its words say nothing about the answer. */
const isReply = ({ inReplyTo, subject }: ParsedMessage): boolean =>
  inReplyTo !== null && baseSubject(subject) !== subject.trim().toLowerCase();
