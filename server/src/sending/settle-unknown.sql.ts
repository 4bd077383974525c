import { sql, type Tx } from '../platform/db/index.ts';

/** An email of a campaign that may or may not have been sent. */
export interface UnknownEmail {
  kind: 'campaign';
  id: string;
  campaignId: string;
  prospectId: string;
  stepId: string;
  variantId: string | null;
  attempt: number;
  tries: number;
  messageId: string;
  settledAt: Date;
}

const columns = sql`
  'campaign' as kind, id, campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId",
  variant_id as "variantId", attempt, tries, message_id as "messageId",
  coalesce(settled_at, claimed_at) as "settledAt"`;

/** The unknown emails among these. */
export const selectUnknownEmailsById = (tx: Tx, ids: string[]): Promise<UnknownEmail[]> =>
  tx.rows<UnknownEmail>(sql`
    select ${columns} from outbound_message
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and status = 'unknown'
    order by prospect_id, id`);

/** Emails of a mailbox that are to be looked for now. */
export const selectUnknownEmails = (tx: Tx, mailboxId: string, at: Date): Promise<UnknownEmail[]> =>
  tx.rows<UnknownEmail>(sql`
    select ${columns}
    from outbound_message
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}
      and status = 'unknown' and look_at <= ${at}
    order by look_at limit 50`);

/** A reply that may or may not have been sent. */
export interface UnknownReply {
  kind: 'reply';
  id: string;
  attempt: number;
  tries: number;
  messageId: string;
  settledAt: Date;
}

const replyColumns = sql`
  'reply' as kind, id, attempt, tries, message_id as "messageId", coalesce(settled_at, created_at) as "settledAt"`;

/** The unknown replies among these. */
export const selectUnknownRepliesById = (tx: Tx, ids: string[]): Promise<UnknownReply[]> =>
  tx.rows<UnknownReply>(sql`
    select ${replyColumns} from outbound_reply
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and status = 'unknown' order by id`);

/** Replies of a mailbox that are to be looked for now. */
export const selectUnknownReplies = (
  tx: Tx,
  mailboxId: string,
  at: Date,
): Promise<UnknownReply[]> =>
  tx.rows<UnknownReply>(sql`
    select ${replyColumns} from outbound_reply
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}
      and status = 'unknown' and look_at <= ${at}
    order by look_at limit 50`);

/**
 * Schedules the next look. After the last one, a user decides: the conversation of a reply becomes
 * unread, so that someone sees it.
 */
export function setNextLook(
  tx: Tx,
  { kind, id, attempt }: Pick<UnknownEmail | UnknownReply, 'kind' | 'id' | 'attempt'>,
  { lookAt, evidence }: { lookAt: Date | null; evidence: string },
): void {
  const attemptOf = sql`
    workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'unknown'`;
  tx.defer(
    kind === 'campaign'
      ? sql`update outbound_message set look_at = ${lookAt}, evidence = ${evidence} where ${attemptOf}`
      : sql`
        with looked as (
          update outbound_reply set look_at = ${lookAt}, evidence = ${evidence}
          where ${attemptOf} returning conversation_id
        )
        update conversation c set unread = true, status = 'open', snoozed_until = null
        from looked
        where c.workspace_id = ${tx.workspaceId} and c.id = looked.conversation_id
          and ${lookAt}::timestamptz is null`,
  );
}

/** The server keeps a copy of each email that it sends in its Sent folder. */
export const markKeepsSent = (tx: Tx, mailboxId: string): void =>
  tx.defer(sql`
    update mailbox set keeps_sent = true
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and keeps_sent is distinct from true`);
