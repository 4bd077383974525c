import { replyToOf } from '../sending/reply-rules.ts';
import type { AppliedEffects } from './apply-effects.ts';
import type { ThreadedMessage } from './find-conversation.ts';
import type { MessageDecision } from './message.ts';
import type { ConversationChange, NewMessage } from './store-messages.sql.ts';
import { maxSubjectLength, snippetOf, storableText } from './text-rules.ts';

const maxNameLength = 200;

/** The row of a message, with a limit for each value. */
export const messageRowOf = (
  { id, message, decision, isOurs, by, thread }: ThreadedMessage,
  effects: AppliedEffects,
): NewMessage => {
  const { parsed, fetched } = message.received;
  const header = parsed.messageId;
  return {
    id,
    conversationId: thread.conversationId,
    direction: isOurs ? 'outbound' : 'inbound',
    sentAt: message.receivedAt,
    subject: storableText(message.subject, maxSubjectLength),
    messageId:
      header !== null && message.headers.includes(header) ? storableText(header, 400) : null,
    sender: isOurs ? null : message.sender,
    replyTo: isOurs ? null : replyToOf(parsed.replyTo, message.sender),
    senderName: parsed.from
      ? storableText(parsed.from.name || parsed.from.address, maxNameLength)
      : null,
    kind: isOurs ? null : decision.kind,
    matchedBy: by,
    decision: isOurs ? null : storedDecision(decision),
    effects,
    attachments: fetched.attachments.slice(0, 100).map((attachment) => ({
      ...attachment,
      name: attachment.name === null ? null : storableText(attachment.name, maxNameLength),
      type: storableText(attachment.type, maxNameLength),
    })),
    folder: fetched.folder,
    uid: fetched.uid,
  };
};

const storedDecision = (decision: MessageDecision): MessageDecision => ({
  ...decision,
  recipients: decision.recipients.slice(0, 20).map((each) => storableText(each, 320)),
  originalMessageId:
    decision.originalMessageId === null ? null : storableText(decision.originalMessageId, 400),
  evidence: decision.evidence.slice(0, 20).map((each) => storableText(each, 200)),
});

export const unchangedConversation: Omit<ConversationChange, 'id'> = {
  added: 0,
  snippet: null,
  lastMessageAt: null,
  lastDirection: null,
  lastKind: null,
  unread: null,
  reopens: false,
  gmailThreadId: null,
};

/** Adds a message to the change of its conversation. Only a person makes it unread and opens it again. */
export function addMessageToChange(
  change: ConversationChange,
  { message, decision, isOurs }: ThreadedMessage,
): ConversationChange {
  const { parsed } = message.received;
  const isPerson = !isOurs && (decision.kind === 'human' || decision.kind === 'unsubscribe');
  return {
    ...change,
    added: change.added + 1,
    snippet: snippetOf(parsed.ownWords || parsed.text),
    lastMessageAt: message.receivedAt,
    lastDirection: isOurs ? 'outbound' : 'inbound',
    lastKind: isOurs ? change.lastKind : decision.kind,
    unread: isOurs ? false : isPerson || change.unread,
    reopens: change.reopens || isPerson,
    gmailThreadId: change.gmailThreadId ?? message.gmailThreadId,
  };
}
