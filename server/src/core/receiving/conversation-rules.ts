import { companyDomainOf } from '../sending/company-domain-rules.ts';
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
  /** Whether the same people see it as the mailbox of the message. Otherwise the message cannot join it. */
  hasSameAudience: boolean;
  /** Key of the prospect's address. */
  prospectKey: string | null;
  /** Keys of other addresses that wrote in the conversation or got an email of it. */
  participants: string[];
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
  /** Keys of the sender's address, with and without a "+tag". */
  senderKeys: string[];
  /** Keys of the addresses in To and CC, likewise. */
  recipientKeys: string[];
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
  prospectKey: string | null;
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
  /**
   * A notice or unsubscribe email about an email of a conversation that other people see. It changes
   * the prospect and is not stored.
   */
  | { kind: 'applied'; by: MatchMethod; thread: MessageThread }
  /**
   * The message is about no prospect, so it is not stored. `answered` are threads that a person
   * answered who is not near their prospect.
   */
  | { kind: 'ignored'; answered: MessageThread[] };

const ignoredMatch: ThreadMatch = { kind: 'ignored', answered: [] };
const maxSubjectAgeMs = 30 * 24 * 60 * 60_000;
const maxReferences = 50;

/** Whether a message is a notice of a machine about an email of ours. */
export const isNotice = (kind: MessageKind): boolean =>
  kind === 'bounce' || kind === 'delayed' || kind === 'complaint';

/**
 * The thread of a message. A message joins a conversation only if the same people see both, and if the
 * prospect or someone near them takes part in it. A message of ours is never a reply, in whatever
 * folder it is.
 */
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
  if (own?.hasSameAudience || message.isFromList) return ignoredMatch;
  const isRecipient = ({ prospectKey, participants }: MessageThread) =>
    message.recipientKeys.some((key) => key === prospectKey || participants.includes(key));
  return (
    matchKnownThread(message, candidates, { byEmail: isRecipient, otherwise: isRecipient }) ??
    matchProspect(candidates)
  );
}

function matchReceivedMessage(message: ComparedMessage, candidates: ThreadCandidates): ThreadMatch {
  if (candidates.unsubscribed) return noticeMatch('unsubscribe_address', candidates.unsubscribed);
  if (isNotice(message.kind)) return matchNotice(message, candidates);
  const threadMatch = matchKnownThread(message, candidates, {
    byEmail: () => true,
    otherwise: (thread) => comesFromNear(message, thread),
  });
  if (threadMatch) return threadMatch;
  // Spam can have the forged address of a prospect, and newsletters are no answers.
  if (message.folder === 'junk' || message.kind === 'automatic') return ignoredMatch;
  const match = matchProspect(candidates);
  return match.kind === 'ignored' && message.kind === 'human'
    ? { kind: 'ignored', answered: namedEmails(message, candidates) }
    : match;
}

/** The threads whose emails a message names, also those that other people see. */
const namedEmails = (
  { inReplyTo, references }: ComparedMessage,
  { threadOf }: ThreadCandidates,
): MessageThread[] =>
  [...(inReplyTo === null ? [] : [inReplyTo]), ...references.slice(-maxReferences)].flatMap(
    (id) => {
      const thread = threadOf(id);
      return thread?.outboundId ? [thread] : [];
    },
  );

/**
 * Whether a message comes from the prospect or their company, or from someone in the conversation who
 * keeps them informed.
 */
const comesFromNear = (
  { senderKeys, recipientKeys }: ComparedMessage,
  { prospectKey, participants }: MessageThread,
): boolean => {
  const isNear = (key: string) => isNearAddress(key, prospectKey);
  return (
    senderKeys.some(isNear) ||
    (senderKeys.some((key) => participants.includes(key)) && recipientKeys.some(isNear))
  );
};

function isNearAddress(key: string, prospectKey: string | null): boolean {
  if (prospectKey === null) return false;
  const company = companyDomainOf(prospectKey);
  return key === prospectKey || (company !== null && companyDomainOf(key) === company);
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
    if (thread) return noticeMatch(by, thread);
  }
  const [thread] = recent.filter((each) => isRecent(message, each));
  return thread ? storedMatch('recipient', thread) : ignoredMatch;
}

/** Who must take part: in an answer to an email of ours itself, and in any other message. */
interface JoinConditions {
  byEmail: (thread: MessageThread) => boolean;
  otherwise: (thread: MessageThread) => boolean;
}

function matchKnownThread(
  message: ComparedMessage,
  candidates: ThreadCandidates,
  { byEmail, otherwise }: JoinConditions,
): ThreadMatch | null {
  const { inReplyTo, references } = message;
  const canJoin = (thread: MessageThread | undefined): thread is MessageThread =>
    thread?.hasSameAudience === true && otherwise(thread);
  const answeredThread = inReplyTo === null ? undefined : candidates.threadOf(inReplyTo);
  if (answeredThread?.hasSameAudience) {
    const takesPart = answeredThread.outboundId === null ? otherwise : byEmail;
    if (takesPart(answeredThread)) return storedMatch('in_reply_to', answeredThread);
  }
  const subject = baseSubject(message.subject);
  const hasSubject = (thread: MessageThread) =>
    thread.subject === null || baseSubject(thread.subject) === subject;
  // Some people answer an old message to start a new subject.
  for (const id of references.slice(-maxReferences).reverse()) {
    const thread = candidates.threadOf(id);
    if (canJoin(thread) && hasSubject(thread)) return storedMatch('references', thread);
  }
  if (canJoin(candidates.gmailThread)) return storedMatch('gmail_thread', candidates.gmailThread);
  const similarThread = candidates.recent.find(
    (thread) =>
      subject !== '' &&
      thread.subject !== null &&
      hasSubject(thread) &&
      isRecent(message, thread) &&
      canJoin(thread),
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

const noticeMatch = (by: MatchMethod, thread: MessageThread): ThreadMatch => ({
  kind: thread.hasSameAudience ? 'stored' : 'applied',
  by,
  thread,
});

const matchProspect = ({ prospectId, prospectKey }: ThreadCandidates): ThreadMatch =>
  prospectId === null
    ? ignoredMatch
    : storedMatch('prospect', {
        conversationId: null,
        prospectId,
        campaignId: null,
        subject: null,
        outboundId: null,
        hasSameAudience: true,
        prospectKey,
        participants: [],
      });

/** Whether the sender must have got the email of ours that the message names. */
export const isRecipientProven = (by: MatchMethod, { outboundId }: MessageThread): boolean =>
  by === 'unsubscribe_address' ||
  (outboundId !== null && (by === 'in_reply_to' || by === 'references' || by === 'original'));
