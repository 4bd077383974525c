import { sql, type Tx } from '../platform/db/index.ts';

/** An email whose fate is unknown. */
export interface UnknownEmail {
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
  id, campaign_id as "campaignId", prospect_id as "prospectId", step_id as "stepId",
  variant_id as "variantId", attempt, tries, message_id as "messageId",
  coalesce(settled_at, claimed_at) as "settledAt"`;

/** Those of the emails whose fate is unknown. */
export const selectUnknownById = (tx: Tx, ids: string[]): Promise<UnknownEmail[]> =>
  tx.rows<UnknownEmail>(sql`
    select ${columns} from outbound_message
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and status = 'unknown'
    order by prospect_id, id`);

/** Emails of a mailbox that are to be looked for now. */
export const selectUnknown = (tx: Tx, mailboxId: string, at: Date): Promise<UnknownEmail[]> =>
  tx.rows<UnknownEmail>(sql`
    select ${columns}
    from outbound_message
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}
      and status = 'unknown' and look_at <= ${at}
    order by look_at limit 50`);

/** Looks again later, or leaves it to a person. */
export function setLook(
  tx: Tx,
  { id, attempt }: Pick<UnknownEmail, 'id' | 'attempt'>,
  { lookAt, evidence }: { lookAt: Date | null; evidence: string },
): void {
  tx.defer(sql`
    update outbound_message set look_at = ${lookAt}, evidence = ${evidence}
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'unknown'`);
}

/** The server stores what it sends: an email that was sent is in its Sent folder. */
export const learnKeepsSent = (tx: Tx, mailboxId: string): void =>
  tx.defer(sql`
    update mailbox set keeps_sent = true
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and keeps_sent is distinct from true`);
