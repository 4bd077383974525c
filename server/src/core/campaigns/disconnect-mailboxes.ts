import { sql, type Tx } from '../../platform/db/index.ts';
import { removeMailboxesFromAllCampaigns } from '../mailboxes/mailbox-rows.sql.ts';
import { holdEnrollmentsOf } from './end-enrollments.sql.ts';

/**
 * Erases the passwords of mailboxes, ends their watches and holds the people whose next email only they
 * may send. Waits for transactions that store their messages. The rows stay for their conversations.
 */
export function disconnectMailboxes(tx: Tx, ids: string[], at: Date): void {
  if (ids.length === 0) return;
  const ofMailboxes = sql`workspace_id = ${tx.workspaceId} and mailbox_id = any(${ids}::uuid[])`;
  tx.defer(sql`select from watch where ${ofMailboxes} order by mailbox_id for update`);
  tx.defer(sql`
    update watch set holder = null, fence = fence + 1, held_until = '-infinity', retry_at = '-infinity'
    where ${ofMailboxes}`);
  tx.defer(sql`
    update mailbox
    set status = 'removed', removed_at = ${at}, secret = null, access_token = null,
        access_token_ends_at = null, token_lease_id = null, token_leased_until = null, send_at = null,
        rest_until = null, reason = null, detail = null, failing_since = null
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  removeMailboxesFromAllCampaigns(tx, ids);
  holdEnrollmentsOf(tx, ids, 'mailbox_removed');
}
