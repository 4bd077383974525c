import type { Variable } from '@outcrop/contract/merge-tags';
import type { Template } from '../campaigns/variant-rules.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';

/** Emails of the same campaign that the prospect already got, oldest first. */
interface Thread {
  subject: string;
  /** With angle brackets; as the server rewrote them, if it did. */
  messageIds: string[];
}

/** An email that one worker may now send, and no other. */
export interface ClaimedMessage {
  id: string;
  /** Raised by every claim. A worker whose attempt is not the latest must not go on. */
  attempt: number;
  /** Temporary failures so far. */
  tries: number;
  campaignId: string;
  prospectId: string;
  stepId: string;
  isFirst: boolean;
  mailbox: MailboxRow;
  /** The header, with angle brackets. */
  messageId: string;
  template: Template;
  /** The line below the text, with `{{unsubscribeUrl}}`; null for the default. */
  footer: string | null;
  thread: Thread | null;
  conversationId: string | null;
  recipient: {
    email: string;
    emailKey: string;
    values: Partial<Record<Variable, string | null>>;
  };
}
