import type { OutboundStatus } from '@outcrop/contract';
import { displayName } from '../core/prospects/display-name.sql.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface MessageRow {
  id: string;
  campaignId: string;
  prospectId: string;
  prospectName: string | null;
  stepId: string;
  variantId: string | null;
  mailboxId: string;
  status: OutboundStatus;
  isFirst: boolean;
  attempts: number;
  messageId: string;
  answer: string | null;
  evidence: string | null;
  claimedAt: Date;
  settledAt: Date | null;
}

/** The workspace is a parameter, so that PostgreSQL reads only its prospects. */
const columns = (tx: Tx): Sql => sql`
  id, campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId",
  variant_id as "variantId", mailbox_id as "mailboxId",
  case when status in ('claimed', 'at_dot', 'handed_over') then 'sending' else status end as status,
  is_first as "isFirst", attempt as attempts, message_id as "messageId", answer, evidence,
  claimed_at as "claimedAt", settled_at as "settledAt",
  (select coalesce(${displayName}, p.email)
   from prospect p
   where p.workspace_id = ${tx.workspaceId}
     and p.id = outbound_message.prospect_id) as "prospectName"`;

/** Rare statuses have an index of their own; accepted emails are most of the others. */
const withStatus = (status: OutboundStatus | null): Sql => {
  if (status === null) return sql``;
  if (status === 'sending') return sql`and status in ('claimed', 'at_dot', 'handed_over')`;
  if (status === 'accepted') return sql`and status = 'accepted'`;
  return sql`and status = ${status} and status in ('refused', 'deferred', 'unknown', 'released', 'given_up')`;
};

export const selectMessages = (
  tx: Tx,
  campaignId: string,
  status: OutboundStatus | null,
  after: PagePosition | null,
  limit: number,
) =>
  tx.rows<MessageRow>(sql`
    select ${columns(tx)} from outbound_message
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} ${withStatus(status)}
      ${after ? sql`and (claimed_at, id) < (${after.at}, ${after.id})` : sql``}
    order by claimed_at desc, id desc
    limit ${limit}`);

export interface LockedMessage {
  message: MessageRow;
  tries: number;
  /** The time zone of the mailbox. */
  zone: string;
  senderName: string;
  enrollment: { status: string; reason: string | null };
}

/** Locks the prospect, the enrollment and the email, in the order of sending. */
export async function lockMessage(tx: Tx, id: string): Promise<LockedMessage | undefined> {
  const [keys] = await tx.rows<{ campaignId: string; prospectId: string; mailboxId: string }>(sql`
    select campaign_id as "campaignId", prospect_id as "prospectId", mailbox_id as "mailboxId"
    from outbound_message
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
  if (!keys) return undefined;
  const { campaignId, prospectId, mailboxId } = keys;
  const ofProspect = sql`
    workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`;
  const [, [enrollment], [message], [attempt], [mailbox]] = await Promise.all([
    tx.run(sql`
      select from prospect where workspace_id = ${tx.workspaceId} and id = ${prospectId}
      for no key update`),
    tx.rows<LockedMessage['enrollment']>(sql`
      select status, reason from enrollment where ${ofProspect} for no key update`),
    tx.rows<MessageRow>(sql`
      select ${columns(tx)} from outbound_message where ${ofProspect} and id = ${id} for no key update`),
    tx.rows<{ tries: number }>(sql`
      select tries from outbound_message where ${ofProspect} and id = ${id}`),
    tx.rows<{ zone: string; name: string }>(sql`
      select zone, name from mailbox where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`),
  ]);
  if (!enrollment || !message || !attempt) return undefined;
  const { zone = 'UTC', name: senderName = '' } = mailbox ?? {};
  return { message, enrollment, tries: attempt.tries, zone, senderName };
}

/** Releases an unknown email, so that it can be claimed again. */
export function releaseUnknown(
  tx: Tx,
  { campaignId, prospectId, stepId }: MessageRow,
  at: Date,
): void {
  const ofProspect = sql`
    workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`;
  tx.defer(sql`
    update outbound_message
    set status = 'released', evidence = 'send_again', look_at = null, settled_at = ${at}
    where ${ofProspect} and step_id = ${stepId} and status = 'unknown'`);
  tx.defer(sql`
    update enrollment set status = 'waiting', reason = null, step_id = ${stepId}, due_at = ${at}
    where ${ofProspect} and status = 'held'`);
}
