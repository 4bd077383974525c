import type { Tx } from '../../platform/db/index.ts';

/** The folder of a message. Only the inbox and the junk folder have messages of others. */
export type FolderRole = 'inbox' | 'junk' | 'sent';

/** A part of a message as the server has it: its MIME header and its encoded body. */
export interface SourcePart {
  /** The IMAP part number, "1.2". */
  path: string;
  header: Uint8Array;
  body: Uint8Array;
}

/** The bytes to parse: the header and the text parts, each up to a limit, and no attachment. */
export interface MessageSource {
  header: Uint8Array;
  parts: SourcePart[];
}

export interface MessageAttachment {
  /** The IMAP part number, to fetch the attachment when it is opened. */
  path: string;
  name: string | null;
  type: string;
  bytes: number;
}

/** A message in a folder of a mailbox. */
export interface FetchedMessage {
  folder: FolderRole;
  uid: number;
  /** When the server got it. */
  receivedAt: Date;
  bytes: number;
  source: MessageSource;
  attachments: MessageAttachment[];
  /** The thread id of Gmail. */
  gmailThreadId: string | null;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** A notice of delivery (RFC 3464), one entry per recipient. */
export interface DeliveryStatus {
  recipient: string;
  /** The first recipient of a message that was forwarded. */
  originalRecipient?: string;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** A code of RFC 3463, "5.1.1". */
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
  /** The headers that a decision needs, with names in lower case. */
  headers: Record<string, string>;
  text: string;
  html: string | null;
  /** What the sender wrote, without quotes of earlier messages. */
  ownWords: string;
  deliveryStatus: DeliveryStatus[];
  /** A complaint (RFC 5965): who complained about which message. */
  complaint: {
    recipients: string[];
    originalMessageId: string | null;
    /** The type in the report, such as "abuse" or "auth-failure". */
    type?: string;
  } | null;
  /** The Message-ID of the message that a notice or complaint returns, if it has one. */
  originalMessageId: string | null;
  /** The recipients of the returned message. */
  originalRecipients?: string[];
  /** The report in a part: of delivery, of a complaint, of reading, or the answer to an invitation. */
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

/** The kind of a message, with evidence. */
export interface MessageDecision {
  kind: MessageKind;
  /** Whether a bounce means that the address will never work. A refusal of the sender does not mean that. */
  permanent: boolean;
  /** The recipients that a bounce, delay or complaint is about. */
  recipients: string[];
  originalMessageId: string | null;
  /** The first day after an absence, "2026-11-30". */
  returnDate: string | null;
  /** The reasons of the decision, in the order of the checks. */
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

/** Accepts the emails with status `unknown`. `named` has the evidence that an email was sent, by its id. */
export type SettleUnknownEmails = (
  tx: Tx,
  mailboxId: string,
  named: ReadonlyMap<string, string>,
  at: Date,
) => Promise<void>;

/** Limits of the parts of a message. */
export const messageLimits = {
  /** Limit of a file that is read as a whole. Text parts come before attachments. */
  fileBytes: 2 * 1024 * 1024,
  headerBytes: 64 * 1024,
  /** Encoded: base64 takes a third more than the text. */
  partBytes: 384 * 1024,
  /** Decoded, for all parts together. */
  textLength: 256 * 1024,
  htmlLength: 256 * 1024,
  /** HTML that is converted to text if a message has no text. */
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
