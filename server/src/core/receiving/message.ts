import type { Tx } from '../../platform/db/index.ts';

/** Where a message was found. Only the inbox and the junk folder hold what others sent. */
export type FolderRole = 'inbox' | 'junk' | 'sent';

/** A part of a message as the server has it: its MIME header and its encoded body. */
export interface SourcePart {
  /** As IMAP numbers it, "1.2". */
  path: string;
  header: Uint8Array;
  body: Uint8Array;
}

/** What is read of a message: its header and its text parts, each up to a limit, never an attachment. */
export interface MessageSource {
  header: Uint8Array;
  parts: SourcePart[];
}

export interface MessageAttachment {
  /** As IMAP numbers it, to fetch it when it is opened. */
  path: string;
  name: string | null;
  type: string;
  bytes: number;
}

/** A message as a folder of a mailbox holds it. */
export interface FetchedMessage {
  folder: FolderRole;
  uid: number;
  /** When the server got it. */
  receivedAt: Date;
  bytes: number;
  source: MessageSource;
  attachments: MessageAttachment[];
  /** The thread as Gmail counts it. */
  gmailThreadId: string | null;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** A notice of delivery (RFC 3464), one entry per recipient. */
export interface DeliveryStatus {
  recipient: string;
  /** Whom the message was first addressed to, if it was forwarded. */
  originalRecipient?: string;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** "5.1.1", as RFC 3463 counts it. */
  status: string | null;
  diagnostic: string | null;
}

/** A message, decoded and bounded. Message ids have no angle brackets. */
export interface ParsedMessage {
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  from: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  subject: string;
  sentAt: Date | null;
  /** Names in lower case. Only those that a decision needs. */
  headers: Record<string, string>;
  text: string;
  html: string | null;
  /** What the sender wrote, without quotes of earlier messages. */
  ownWords: string;
  deliveryStatus: DeliveryStatus[];
  /** Of a complaint (RFC 5965): who complained about which message. */
  complaint: {
    recipients: string[];
    originalMessageId: string | null;
    /** "abuse", "auth-failure", as the report has it. */
    type?: string;
  } | null;
  /** Of the message that a notice or complaint returns, where it says so. */
  originalMessageId: string | null;
  /** Whom the returned message was addressed to. */
  originalRecipients?: string[];
  /** What a part of the message is: a report of delivery, of a complaint, a read receipt, or the answer to an invitation. */
  report?: 'delivery' | 'complaint' | 'receipt' | 'calendar' | null;
  /** The body took too much time or memory to read. */
  isHeaderOnly?: boolean;
}

export type MessageKind =
  | 'human'
  | 'away'
  | 'automatic'
  | 'bounce'
  | 'delayed'
  | 'complaint'
  | 'unsubscribe';

/** What a message is, and why. */
export interface MessageDecision {
  kind: MessageKind;
  /** Of a bounce: whether the address will never work. A refusal about the sender is not permanent. */
  permanent: boolean;
  /** Whom a bounce, delay or complaint is about. */
  recipients: string[];
  originalMessageId: string | null;
  /** Of an absence: the day from which the person is back, "2026-11-30". */
  returnDate: string | null;
  /** What led to the decision, in the order in which it was found. */
  evidence: string[];
}

/** A message that was read, parsed and classified. */
export interface ReceivedMessage {
  fetched: FetchedMessage;
  parsed: ParsedMessage;
  decision: MessageDecision;
}

export interface ReceivingMailbox {
  id: string;
  address: string;
}

/** Accepts those of the emails whose fate is unknown. By id, with what shows that they were sent. */
export type SettleUnknownEmails = (
  tx: Tx,
  mailboxId: string,
  named: ReadonlyMap<string, string>,
  at: Date,
) => Promise<void>;

/** Limits of everything that is read of a message. */
export const messageLimits = {
  /** Of a file that is read as a whole. The text parts of a message come before its attachments. */
  fileBytes: 2 * 1024 * 1024,
  headerBytes: 64 * 1024,
  /** Encoded: base64 takes a third more than the text. */
  partBytes: 384 * 1024,
  /** Decoded, for all parts together. */
  textLength: 256 * 1024,
  htmlLength: 256 * 1024,
  /** HTML that is converted to text, where a message has no text. */
  convertedHtmlLength: 128 * 1024,
  parts: 100,
  depth: 20,
  references: 100,
  recipients: 50,
  nameLength: 200,
  addressLength: 320,
  messageIdLength: 500,
  subjectLength: 1_000,
  headerValueLength: 1_000,
  /** The parser of quotes takes quadratic time for long lines. */
  ownWordsInput: 64 * 1024,
  lineLength: 2_000,
};
