import type { MergeVariable } from '@outcrop/contract/merge-tags';
import type { EmailTemplate } from '../campaigns/variant-rules.ts';
import type { MailboxRow } from '../mailboxes/mailbox-rows.sql.ts';
import type { QuotedMessage, ThreadHeaders } from './reply-rules.ts';

interface EmailAttempt {
  id: string;
  /** Raised by every claim. A worker whose attempt is not the latest must not go on. */
  attempt: number;
  /** Temporary failures so far. */
  tries: number;
  mailbox: MailboxRow;
  /** The header, with angle brackets. */
  messageId: string;
}

/** Emails of the same campaign that the prospect already got, oldest first. */
interface EmailThread {
  subject: string;
  /** With angle brackets; as the server rewrote them, if it did. */
  messageIds: string[];
}

/** An email of a campaign that one worker may now send, and no other. */
export interface CampaignEmail extends EmailAttempt {
  kind: 'campaign';
  campaignId: string;
  prospectId: string;
  stepId: string;
  isFirst: boolean;
  template: EmailTemplate;
  /** The line below the text, with `{{unsubscribeUrl}}`; null for the default. */
  footer: string | null;
  thread: EmailThread | null;
  conversationId: string | null;
  recipient: {
    email: string;
    emailKey: string;
    values: Partial<Record<MergeVariable, string | null>>;
  };
}

/** A reply that a person wrote and that one worker may now send, and no other. */
export interface ReplyEmail extends EmailAttempt {
  kind: 'reply';
  recipient: { email: string; emailKey: string; name: string | null };
  subject: string;
  text: string;
  thread: ThreadHeaders | null;
  quoted: QuotedMessage | null;
}

export type ClaimedEmail = CampaignEmail | ReplyEmail;
