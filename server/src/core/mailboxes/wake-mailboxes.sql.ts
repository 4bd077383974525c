import { sql, type Tx } from '../../platform/db/index.ts';

/** Longer than the wait for the answer to an email, which is ten minutes. */
export const mailboxLeaseMs = 12 * 60_000;

/**
 * Wakes the mailboxes of these campaigns now, or when their gap ends. Call it whenever emails become
 * due earlier than expected.
 */
export function wakeMailboxes(tx: Tx, campaignIds: string[], at: Date): void {
  if (campaignIds.length === 0) return;
  const working = sql`
    workspace_id = ${tx.workspaceId} and status in ('ok', 'resting') and id = any(array(
      select mailbox_id from campaign_mailbox
      where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])))`;
  // A running turn may have looked for emails already and is about to store its next wake-up time. The
  // locks wait for this turn, so that the next statement sees that time.
  tx.defer(sql`select from mailbox where ${working} order by id for no key update`);
  tx.defer(sql`
    update mailbox set send_at = greatest(${at}, free_at)
    where ${working} and (send_at is null or send_at > greatest(${at}, free_at))`);
}

export interface MailboxLease {
  mailboxId: string;
  leaseId: string;
}

/** Leases the due and free mailboxes. A new lease replaces an expired one. */
export const acquireMailboxLeases = (tx: Tx, ids: string[], at: Date): Promise<MailboxLease[]> =>
  tx.rows<MailboxLease>(sql`
    with free as (
      select id from mailbox
      where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
        and send_at <= ${at} and (leased_until is null or leased_until < ${at})
      for no key update skip locked
    )
    update mailbox m
    set lease_id = gen_random_uuid(), leased_until = ${new Date(at.getTime() + mailboxLeaseMs)}
    from free where m.workspace_id = ${tx.workspaceId} and m.id = free.id
    returning m.id as "mailboxId", m.lease_id as "leaseId"`);

/** Does nothing if the lease was replaced. */
export function releaseMailboxLease(tx: Tx, { mailboxId, leaseId }: MailboxLease): void {
  tx.defer(sql`
    update mailbox set lease_id = null, leased_until = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and lease_id = ${leaseId}`);
}

/** Wakes working mailboxes now. They are locked in order, so that two calls do not deadlock. */
export function wakeMailboxesNow(tx: Tx, ids: string[] | 'all', at: Date): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    update mailbox set send_at = ${at}
    where workspace_id = ${tx.workspaceId} and id in (
      select id from mailbox
      where workspace_id = ${tx.workspaceId} and status = 'ok'
        ${ids === 'all' ? sql`` : sql`and id = any(${ids}::uuid[])`}
      order by id for no key update)`);
}
