import type { MemberBelongings } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';

export async function countBelongings(tx: Tx, userId: string): Promise<MemberBelongings> {
  const ofUser = sql`workspace_id = ${tx.workspaceId} and owner_id = ${userId}`;
  const [row] = await tx.rows<MemberBelongings>(sql`
    select (select count(*)::int from mailbox where ${ofUser} and shared and status <> 'removed') as "sharedMailboxes",
           (select count(*)::int from mailbox where ${ofUser} and not shared and status <> 'removed') as "privateMailboxes",
           (select count(*)::int from mailbox b
            join conversation c on c.workspace_id = ${tx.workspaceId} and c.mailbox_id = b.id
            where b.workspace_id = ${tx.workspaceId} and b.owner_id = ${userId} and not b.shared) as "privateConversations",
           (select count(*)::int from prospect where ${ofUser}) as prospects,
           (select count(*)::int from follow_up
            where workspace_id = ${tx.workspaceId} and assignee_id = ${userId} and is_open) as "followUps",
           (select count(*)::int from saved_view where ${ofUser} and private_to is null) as "sharedViews",
           (select count(*)::int from outbound_reply
            where workspace_id = ${tx.workspaceId} and user_id = ${userId} and wake_at is not null
              and status in ('waiting', 'deferred')) as "waitingReplies"`);
  return row!;
}

/** The member with the highest role, the oldest first. Null if there is no other member. */
export async function selectDefaultSuccessor(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select user_id as id from member
    where workspace_id = ${tx.workspaceId} and user_id <> ${userId} and leaving_at is null and kind = 'person'
    order by role desc, created_at, user_id limit 1`);
  return row?.id ?? null;
}

/**
 * Marks a member as leaving. Waits for transactions that hold the member to assign something to them;
 * later ones find no member. Members whose successor they were get theirs instead.
 */
export async function markLeaving(
  tx: Tx,
  userId: string,
  successorId: string,
  at: Date,
): Promise<number> {
  await tx.run(sql`
    select from member where workspace_id = ${tx.workspaceId} and user_id = ${userId} for update`);
  tx.defer(sql`
    update member set successor_id = ${successorId}
    where workspace_id = ${tx.workspaceId} and successor_id = ${userId}`);
  return tx.run(sql`
    update member set leaving_at = ${at}, successor_id = ${successorId}
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and leaving_at is null`);
}

/**
 * Ends what would act for the user: tokens, browsers, notifications, which may be sent by email, and
 * replies that were not sent. Texts stay.
 */
export function endActivity(tx: Tx, userId: string, at: Date): void {
  const ofUser = sql`workspace_id = ${tx.workspaceId} and user_id = ${userId}`;
  tx.defer(sql`delete from api_token where ${ofUser}`);
  tx.defer(sql`delete from connect_grant where ${ofUser}`);
  tx.defer(sql`delete from notification where ${ofUser}`);
  tx.defer(sql`
    update outbound_reply
    set status = 'canceled', wake_at = null, lease_id = null, settled_at = ${at}
    where ${ofUser} and wake_at is not null and status in ('waiting', 'deferred')`);
}

export async function selectPrivateMailboxIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from mailbox
    where workspace_id = ${tx.workspaceId} and owner_id = ${userId} and not shared and status <> 'removed'
    order by id`);
  return rows.map(({ id }) => id);
}

/** Locks a member who is leaving. Undefined if they are gone, or were added again. */
export async function lockLeavingMember(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ successorId: string }>(sql`
    select successor_id as "successorId" from member
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and leaving_at is not null for update`);
  return row?.successorId;
}

/**
 * Deletes conversations of private mailboxes, and returns how many. Their messages go with them. The
 * next email of a campaign begins a new conversation.
 */
export const deletePrivateConversations = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<number> =>
  tx.run(sql`
    with gone as (
      delete from conversation where workspace_id = ${tx.workspaceId} and id = any(array(
        select c.id from mailbox b
        join conversation c on c.workspace_id = ${tx.workspaceId} and c.mailbox_id = b.id
        where b.workspace_id = ${tx.workspaceId} and b.owner_id = ${userId} and not b.shared
        order by c.id limit ${limit}))
      returning id, prospect_id
    ), cleared as (
      update enrollment e set conversation_id = null
      from gone
      where e.workspace_id = ${tx.workspaceId} and e.prospect_id = gone.prospect_id
        and e.conversation_id = gone.id)
    select id from gone`);

export const handOverProspects = (
  tx: Tx,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<number> =>
  tx.run(sql`
    update prospect set owner_id = ${to}
    where workspace_id = ${tx.workspaceId} and id = any(array(
      select id from prospect
      where workspace_id = ${tx.workspaceId} and owner_id = ${from}
      order by id limit ${limit} for update))`);

/** Open ones. Who did a follow-up that is done is not changed. */
export const handOverOpenFollowUps = (
  tx: Tx,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<number> =>
  tx.run(sql`
    update follow_up set assignee_id = ${to}
    where workspace_id = ${tx.workspaceId} and id = any(array(
      select id from follow_up
      where workspace_id = ${tx.workspaceId} and assignee_id = ${from} and is_open
      limit ${limit}))`);

/**
 * Mailboxes and shared views. A private mailbox is disconnected and empty by now; its row stays for the
 * numbers of campaigns.
 */
export function handOverMailboxesAndViews(
  tx: Tx,
  { from, to }: { from: string; to: string },
): void {
  tx.defer(sql`
    update mailbox set owner_id = ${to} where workspace_id = ${tx.workspaceId} and owner_id = ${from}`);
  tx.defer(sql`
    update saved_view set owner_id = ${to}
    where workspace_id = ${tx.workspaceId} and owner_id = ${from} and private_to is null`);
}

/** The foreign keys refuse this while the user owns a mailbox. */
export const deleteMember = (tx: Tx, userId: string): void =>
  tx.defer(sql`delete from member where workspace_id = ${tx.workspaceId} and user_id = ${userId}`);
