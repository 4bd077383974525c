import type { FolderRole, MessageKind } from './message.ts';
import { baseSubject } from './subject-rules.ts';

/** A conversation, or an email that has none yet. */
export interface MessageThread {
  conversationId: string | null;
  prospectId: string | null;
  campaignId: string | null;
  subject: string | null;
  /** The email of ours that the message names. Only its recipient can know its Message-ID. */
  outboundId: string | null;
}

export interface RecentThread extends MessageThread {
  lastMessageAt: Date;
}

/** The fields of a message that find its conversation. Message ids have no angle brackets. */
export interface ComparedMessage {
  folder: FolderRole;
  isOurs: boolean;
  kind: MessageKind;
  subject: string;
  receivedAt: Date;
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  originalMessageId: string | null;
  /** Whether it has List-Unsubscribe. Our emails have this header; mail programs do not write it. */
  isFromList: boolean;
}

/** The threads in the database that a message may belong to. */
export interface ThreadCandidates {
  threadOf: (messageId: string) => MessageThread | undefined;
  /** The thread of an email to the `mailto:` address of List-Unsubscribe. */
  unsubscribed: MessageThread | undefined;
  gmailThread: MessageThread | undefined;
  /** In this mailbox, with the sender or, for a message in Sent, with the recipient; newest first. */
  recent: RecentThread[];
  /** The sender, or the recipient of a message in Sent. */
  prospectId: string | null;
}

export type MatchMethod =
  | 'unsubscribe_address'
  | 'original'
  | 'in_reply_to'
  | 'references'
  | 'gmail_thread'
  | 'subject'
  | 'recipient'
  | 'prospect';

export type ThreadMatch =
  /** An email that we sent, as the Sent folder has it. */
  | { kind: 'own_copy'; outboundId: string }
  | { kind: 'stored'; by: MatchMethod; thread: MessageThread }
  /** The message is about no prospect, so it is not stored. */
  | { kind: 'ignored' };

const ignoredMatch: ThreadMatch = { kind: 'ignored' };
const maxSubjectAgeMs = 30 * 24 * 60 * 60_000;
const maxReferences = 50;

/** Whether a message is a notice of a machine about an email of ours. */
export const isNotice = (kind: MessageKind): boolean =>
  kind === 'bounce' || kind === 'delayed' || kind === 'complaint';

/** The thread of a message. A message of ours is never a reply, in whatever folder it is. */
export function matchThread(message: ComparedMessage, candidates: ThreadCandidates): ThreadMatch {
  return message.isOurs || message.folder === 'sent'
    ? matchSentMessage(message, candidates)
    : matchReceivedMessage(message, candidates);
}

/**
 * Only the Sent folder proves that we wrote a message, because a sender's address can be forged. No
 * person writes List-Unsubscribe, so such an email is a copy of ours with a replaced Message-ID.
 */
function matchSentMessage(message: ComparedMessage, candidates: ThreadCandidates): ThreadMatch {
  if (message.folder !== 'sent') return ignoredMatch;
  const own = message.messageId === null ? undefined : candidates.threadOf(message.messageId);
  if (own?.outboundId) return { kind: 'own_copy', outboundId: own.outboundId };
  if (own || message.isFromList) return ignoredMatch;
  return matchKnownThread(message, candidates) ?? matchProspect(candidates);
}

function matchReceivedMessage(message: ComparedMessage, candidates: ThreadCandidates): ThreadMatch {
  if (candidates.unsubscribed) return storedMatch('unsubscribe_address', candidates.unsubscribed);
  if (isNotice(message.kind)) return matchNotice(message, candidates);
  const threadMatch = matchKnownThread(message, candidates);
  if (threadMatch) return threadMatch;
  // Spam can have the forged address of a prospect, and newsletters are no answers.
  return message.folder === 'junk' || message.kind === 'automatic'
    ? ignoredMatch
    : matchProspect(candidates);
}

function matchNotice(
  message: ComparedMessage,
  { threadOf, recent }: ThreadCandidates,
): ThreadMatch {
  for (const [by, id] of [
    ['original', message.originalMessageId],
    ['in_reply_to', message.inReplyTo],
  ] as const) {
    const thread = id === null ? undefined : threadOf(id);
    if (thread) return storedMatch(by, thread);
  }
  const [thread] = recent.filter((each) => isRecent(message, each));
  return thread ? storedMatch('recipient', thread) : ignoredMatch;
}

function matchKnownThread(
  message: ComparedMessage,
  candidates: ThreadCandidates,
): ThreadMatch | null {
  const { inReplyTo, references } = message;
  const answeredThread = inReplyTo === null ? undefined : candidates.threadOf(inReplyTo);
  if (answeredThread) return storedMatch('in_reply_to', answeredThread);
  const subject = baseSubject(message.subject);
  const hasSubject = (thread: MessageThread) =>
    thread.subject === null || baseSubject(thread.subject) === subject;
  // Some people answer an old message to start a new subject.
  for (const id of references.slice(-maxReferences).reverse()) {
    const thread = candidates.threadOf(id);
    if (thread && hasSubject(thread)) return storedMatch('references', thread);
  }
  if (candidates.gmailThread) return storedMatch('gmail_thread', candidates.gmailThread);
  const similarThread = candidates.recent.find(
    (thread) =>
      subject !== '' && thread.subject !== null && hasSubject(thread) && isRecent(message, thread),
  );
  return similarThread ? storedMatch('subject', similarThread) : null;
}

const isRecent = ({ receivedAt }: ComparedMessage, { lastMessageAt }: RecentThread): boolean =>
  receivedAt.getTime() - lastMessageAt.getTime() <= maxSubjectAgeMs;

const storedMatch = (by: MatchMethod, thread: MessageThread): ThreadMatch => ({
  kind: 'stored',
  by,
  thread,
});

const matchProspect = ({ prospectId }: ThreadCandidates): ThreadMatch =>
  prospectId === null
    ? ignoredMatch
    : storedMatch('prospect', {
        conversationId: null,
        prospectId,
        campaignId: null,
        subject: null,
        outboundId: null,
      });

/** Whether the sender must have got the email of ours that the message names. */
export const isRecipientProven = (by: MatchMethod, { outboundId }: MessageThread): boolean =>
  by === 'unsubscribe_address' ||
  (outboundId !== null && (by === 'in_reply_to' || by === 'references' || by === 'original'));
