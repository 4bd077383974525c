import { decide } from '../core/receiving/decide-rules.ts';
import type { FetchedMessage, ParsedMessage } from '../core/receiving/message.ts';
import type { Parser } from '../core/receiving/parser.ts';
import { emptyHeader, withoutBody } from '../core/receiving/read-message.ts';
import type { Received } from '../core/receiving/receiver.ts';
import { baseSubject } from '../core/receiving/subject-rules.ts';

/** Parses a message in a thread and decides what it is. */
export function classifyWith(parser: Parser, signal: AbortSignal) {
  compilePatterns();
  return async (
    fetched: FetchedMessage,
    { workspaceId, address }: { workspaceId: string; address: string },
  ): Promise<Received> => {
    const parsed = await parser.parse(workspaceId, fetched.source, signal);
    const ours = { addresses: [address], subjects: isReply(parsed) ? [parsed.subject] : [] };
    return { fetched, parsed, decision: decide(parsed, ours) };
  };
}

/**
 * Patterns are compiled by their first two uses, which took 230 ms for a notice. At the start of a
 * process, that delays no message.
 */
function compilePatterns(): void {
  const person = { ...withoutBody(emptyHeader), isHeaderOnly: false, text: 'Hello' };
  const from = { name: '', address: 'mailer-daemon@acme.example' };
  const text = 'Your message could not be delivered.\n\nbob@acme.example: 550 Rejected';
  for (const message of [person, person, { ...person, from, text }, { ...person, from, text }])
    decide(message, { addresses: [], subjects: [] });
}

/** The subject of a reply repeats ours. Its words say nothing about the answer. */
const isReply = ({ inReplyTo, subject }: ParsedMessage): boolean =>
  inReplyTo !== null && baseSubject(subject) !== subject.trim().toLowerCase();
