import { empty, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { MailboxStatus } from '../mailboxes/mailboxes.sql.ts';

const share = (isLocked: boolean): Sql => (isLocked ? sql`for share` : empty);

/**
 * Suppressing an address that no prospect has locks this row first, and so does adding a prospect:
 * while it is shared, neither can be committed.
 */
export const shareUsage = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    select from workspace_usage where workspace_id = ${tx.workspaceId} for share`);

export interface ReplyPerson {
  id: string;
  emailKey: string | null;
  linkedinKey: string | null;
  doNotContact: boolean;
}

/** The prospect of the conversation, and the one who has the address, in id order. */
export const selectPeople = (
  tx: Tx,
  { prospectId, recipient }: { prospectId: string | null; recipient: string | null },
  isLocked: boolean,
): Promise<ReplyPerson[]> =>
  tx.rows<ReplyPerson>(sql`
    select id, email_key as "emailKey", linkedin_key as "linkedinKey", do_not_contact as "doNotContact"
    from prospect
    where workspace_id = ${tx.workspaceId} and id = any(array(
      select ${prospectId}::uuid
      union select id from prospect where workspace_id = ${tx.workspaceId} and email_key = ${recipient}::text))
    order by id ${share(isLocked)}`);

export interface ReplyMailbox {
  status: MailboxStatus;
  reason: string | null;
}

export async function selectReplyMailbox(
  tx: Tx,
  id: string,
  isLocked: boolean,
): Promise<ReplyMailbox | undefined> {
  const [mailbox] = await tx.rows<ReplyMailbox>(sql`
    select status, reason from mailbox
    where workspace_id = ${tx.workspaceId} and id = ${id} ${share(isLocked)}`);
  return mailbox;
}

export async function isOwnAddress(tx: Tx, address: string | null): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from mailbox
    where workspace_id = ${tx.workspaceId} and lower(address) = ${address}::text and status <> 'removed' limit 1`);
  return rows.length > 0;
}
