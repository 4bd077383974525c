import type { FolderRole, MessageKind } from './message.ts';
import { baseSubject } from './subject-rules.ts';

/** A conversation, or an email that has none yet. */
export interface Thread {
  conversationId: string | null;
  prospectId: string | null;
  campaignId: string | null;
  subject: string | null;
  /** The email of ours that was named, if one was. Only its recipient can know its Message-ID. */
  outboundId: string | null;
}

export interface RecentThread extends Thread {
  lastMessageAt: Date;
}

/** What is compared of a message. Message ids have no angle brackets. */
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
  /** Mail programs do not write this header; our emails have it. */
  isFromList: boolean;
}

/** What was found in the database for one message. */
export interface Candidates {
  threadOf: (messageId: string) => Thread | undefined;
  /** Of an email to the `mailto:` address of List-Unsubscribe. A prospect who was deleted and added again has no email. */
  unsubscribed: Thread | undefined;
  gmailThread: Thread | undefined;
  /** In this mailbox, with the sender or, for a message in Sent, with the recipient; newest first. */
  recent: RecentThread[];
  /** The sender, or the recipient of a message in Sent. */
  prospectId: string | null;
}

export type MatchedBy =
  | 'unsubscribe_address'
  | 'original'
  | 'in_reply_to'
  | 'references'
  | 'gmail_thread'
  | 'subject'
  | 'recipient'
  | 'prospect';

export type Match =
  /** An email that we sent, as the Sent folder has it. */
  | { what: 'own_copy'; outboundId: string }
  | { what: 'stored'; by: MatchedBy; thread: Thread }
  /** Not about a prospect: the mailbox's own business. */
  | { what: 'ignored' };

const ignored: Match = { what: 'ignored' };
const maxSubjectAgeMs = 30 * 24 * 60 * 60_000;
const maxReferences = 50;

/** Sent by a machine about an email of ours. */
export const isNotice = (kind: MessageKind): boolean =>
  kind === 'bounce' || kind === 'delayed' || kind === 'complaint';

/** Where a message belongs. What we wrote is never a reply, wherever it was found. */
export function matchOf(message: ComparedMessage, candidates: Candidates): Match {
  return message.isOurs || message.folder === 'sent'
    ? matchOfOurs(message, candidates)
    : matchOfReceived(message, candidates);
}

/**
 * Only the Sent folder shows that we wrote something: a sender's address can be forged. An email with
 * List-Unsubscribe was not typed by a person, so it is a copy of ours whose Message-ID was replaced.
 */
function matchOfOurs(message: ComparedMessage, candidates: Candidates): Match {
  if (message.folder !== 'sent') return ignored;
  const own = message.messageId === null ? undefined : candidates.threadOf(message.messageId);
  if (own?.outboundId) return { what: 'own_copy', outboundId: own.outboundId };
  if (own || message.isFromList) return ignored;
  return threadOf(message, candidates) ?? ofProspect(candidates);
}

function matchOfReceived(message: ComparedMessage, candidates: Candidates): Match {
  if (candidates.unsubscribed) return stored('unsubscribe_address', candidates.unsubscribed);
  if (isNotice(message.kind)) return matchOfNotice(message, candidates);
  const found = threadOf(message, candidates);
  if (found) return found;
  // Anyone can put a prospect's address on spam, and newsletters are no answers.
  return message.folder === 'junk' || message.kind === 'automatic'
    ? ignored
    : ofProspect(candidates);
}

function matchOfNotice(message: ComparedMessage, { threadOf, recent }: Candidates): Match {
  for (const [by, id] of [
    ['original', message.originalMessageId],
    ['in_reply_to', message.inReplyTo],
  ] as const) {
    const thread = id === null ? undefined : threadOf(id);
    if (thread) return stored(by, thread);
  }
  const [thread] = recent.filter((each) => isRecent(message, each));
  return thread ? stored('recipient', thread) : ignored;
}

function threadOf(message: ComparedMessage, candidates: Candidates): Match | null {
  const { inReplyTo, references } = message;
  const answered = inReplyTo === null ? undefined : candidates.threadOf(inReplyTo);
  if (answered) return stored('in_reply_to', answered);
  const subject = baseSubject(message.subject);
  const hasSubject = (thread: Thread) =>
    thread.subject === null || baseSubject(thread.subject) === subject;
  // Some people write about something new by answering an old message.
  for (const id of references.slice(-maxReferences).reverse()) {
    const thread = candidates.threadOf(id);
    if (thread && hasSubject(thread)) return stored('references', thread);
  }
  if (candidates.gmailThread) return stored('gmail_thread', candidates.gmailThread);
  const alike = candidates.recent.find(
    (thread) =>
      subject !== '' && thread.subject !== null && hasSubject(thread) && isRecent(message, thread),
  );
  return alike ? stored('subject', alike) : null;
}

const isRecent = ({ receivedAt }: ComparedMessage, { lastMessageAt }: RecentThread): boolean =>
  receivedAt.getTime() - lastMessageAt.getTime() <= maxSubjectAgeMs;

const stored = (by: MatchedBy, thread: Thread): Match => ({ what: 'stored', by, thread });

const ofProspect = ({ prospectId }: Candidates): Match =>
  prospectId === null
    ? ignored
    : stored('prospect', {
        conversationId: null,
        prospectId,
        campaignId: null,
        subject: null,
        outboundId: null,
      });

/** Whether the sender must have got the email of ours that the message names. */
export const isProven = (by: MatchedBy, { outboundId }: Thread): boolean =>
  by === 'unsubscribe_address' ||
  (outboundId !== null && (by === 'in_reply_to' || by === 'references' || by === 'original'));
