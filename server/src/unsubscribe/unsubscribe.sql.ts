import { sql, type Tx } from '../platform/db/index.ts';

export async function workspaceExists(tx: Tx): Promise<boolean> {
  const rows = await tx.rows(sql`select from workspace where id = ${tx.workspaceId}`);
  return rows.length > 0;
}

export interface EmailRecipient {
  prospectId: string;
  campaignId: string;
}

/** The recipient of an email; undefined if the prospect was deleted. */
export async function selectRecipient(
  tx: Tx,
  messageId: string,
): Promise<EmailRecipient | undefined> {
  const [recipient] = await tx.rows<EmailRecipient>(sql`
    select prospect_id as "prospectId", campaign_id as "campaignId" from outbound_message
    where workspace_id = ${tx.workspaceId} and id = ${messageId}`);
  return recipient;
}

/** The figures of the campaign count the emails whose link was used. */
export function markClicked(tx: Tx, messageId: string, at: Date): void {
  tx.defer(sql`
    update outbound_message set unsubscribe_clicked_at = ${at}
    where workspace_id = ${tx.workspaceId} and id = ${messageId} and unsubscribe_clicked_at is null`);
}
