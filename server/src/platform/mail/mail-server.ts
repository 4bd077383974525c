/** A server for sending (SMTP) or reading (IMAP) that a workspace configured. */
export interface MailServer {
  host: string;
  port: number;
  /** `none` is only for networks that the operator allowed. */
  security: 'tls' | 'starttls' | 'none';
}

export type MailAuth = { user: string; password: string } | { user: string; accessToken: string };

/** Where a connection to a mail server failed, in the order of the protocol. */
export type MailStage =
  | 'forbidden'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'greeting'
  | 'ehlo'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'body'
  | 'dot'
  | 'folder';

/** An SMTP reply such as `550 5.1.1 No such user`. */
export interface SmtpReply {
  code: number;
  /** The enhanced status code of RFC 3463, such as `5.1.1`. */
  enhanced: string | null;
  text: string;
}

/** A failure at a named stage. The message is shown to the workspace and holds no secret. */
export class MailFailure extends Error {
  readonly stage: MailStage;
  /** Null if the server did not reply. */
  readonly reply: SmtpReply | null;

  constructor(stage: MailStage, message: string, reply: SmtpReply | null = null) {
    super(message);
    this.name = 'MailFailure';
    this.stage = stage;
    this.reply = reply;
  }

  /** If true and without a reply, the server may have accepted the email. */
  get reachedDot(): boolean {
    return this.stage === 'dot';
  }
}
