import type { EmailRecipient } from '../core/sending/merge-tag-value-rules.ts';
import { recipientColumns } from '../core/sending/recipient.sql.ts';
import { sql, type Tx } from '../platform/db/index.ts';

export interface RehearsedProspect extends EmailRecipient {
  prospectId: string;
  stepId: string | null;
  sentStepIds: string[];
  /** Null before the first email. */
  senderName: string | null;
}

const isUnfinished = sql`status in ('waiting', 'sending', 'away', 'held')`;

/** Ordered by id. OFFSET 0 makes PostgreSQL look up the prospects one by one. */
export const selectUnfinishedProspects = (
  tx: Tx,
  campaignId: string,
  { after, limit }: { after: string | null; limit: number },
) =>
  tx.rows<RehearsedProspect>(sql`
    select e.prospect_id as "prospectId", e.step_id as "stepId", ${recipientColumns},
           array(
             select o.step_id from outbound_message o
             where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
               and o.prospect_id = e.prospect_id and o.status not in ('released', 'deferred')
           )::text[] as "sentStepIds",
           (select m.name from mailbox m
            where m.workspace_id = ${tx.workspaceId} and m.id = e.mailbox_id) as "senderName"
    from (
      select prospect_id, step_id, mailbox_id from enrollment
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
        and ${isUnfinished}
        ${after === null ? sql`` : sql`and prospect_id > ${after}`}
      order by prospect_id
      limit ${limit}) as e
    cross join lateral (
      select * from prospect where workspace_id = ${tx.workspaceId} and id = e.prospect_id offset 0) as p
    order by e.prospect_id`);

export async function countUnfinishedProspects(tx: Tx, campaignId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from enrollment
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and ${isUnfinished}`);
  return row!.count;
}

/**
 * The sender name of one of the campaign's mailboxes. An empty name comes first, because its emails
 * may lack a name. Null without a mailbox.
 */
export async function selectSenderName(tx: Tx, campaignId: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string | null }>(sql`
    select min(m.name) as name
    from campaign_mailbox c
    join mailbox m on m.workspace_id = c.workspace_id and m.id = c.mailbox_id
    where c.workspace_id = ${tx.workspaceId} and c.campaign_id = ${campaignId} and m.status <> 'removed'`);
  return row!.name;
}
