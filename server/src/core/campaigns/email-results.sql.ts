import { sql, type Tx } from '../../platform/db/index.ts';

/**
 * Marks emails to locked prospects as replied, bounced or unsubscribed. A message counts for the last
 * email before it in the campaign of its conversation or, without one, in any campaign. The marks are
 * computed from the stored messages, so they are also right after a correction or a merge. Triggers
 * count them. OFFSET 0 keeps the look-ups one by one.
 */
export function markEmailResults(tx: Tx, prospectIds: string[]): void {
  if (prospectIds.length === 0) return;
  tx.defer(sql`
    with person as materialized (
      select id from unnest(${prospectIds}::uuid[]) as given (id)
    ), email as materialized (
      select o.campaign_id, o.prospect_id, o.step_id, o.id, o.claimed_at
      from person
      cross join lateral (
        select campaign_id from enrollment
        where workspace_id = ${tx.workspaceId} and prospect_id = person.id offset 0) e
      cross join lateral (
        select * from outbound_message
        where workspace_id = ${tx.workspaceId} and campaign_id = e.campaign_id and prospect_id = person.id
          and status = 'accepted' offset 0) o
    ), received as materialized (
      select c.prospect_id, c.campaign_id, m.sent_at, m.event
      from person
      cross join lateral (
        select id, prospect_id, campaign_id from conversation
        where workspace_id = ${tx.workspaceId} and prospect_id = person.id offset 0) c
      cross join lateral (
        select sent_at, effects ->> 'event' as event from message
        where workspace_id = ${tx.workspaceId} and conversation_id = c.id and direction = 'inbound' offset 0) m
      where m.event is not null
    ), answered as (
      select last.id, received.sent_at, received.event
      from received
      cross join lateral (
        select email.id from email
        where email.prospect_id = received.prospect_id
          and case when received.campaign_id is null then email.claimed_at <= received.sent_at
                   else email.campaign_id = received.campaign_id end
        -- The clock of a mail server may be slow: then it answers the first email.
        order by email.claimed_at <= received.sent_at desc,
                 case when email.claimed_at <= received.sent_at then email.claimed_at end desc,
                 email.claimed_at, email.id
        limit 1) last
    ), marked as (
      select email.campaign_id, email.prospect_id, email.step_id,
             min(sent_at) filter (where event = 'reply') as replied_at,
             min(sent_at) filter (where event = 'automatic_reply') as auto_replied_at,
             min(sent_at) filter (where event = 'hard_bounce') as bounced_at,
             min(sent_at) filter (where event = 'unsubscribed') as unsubscribed_at
      from email left join answered on answered.id = email.id
      group by 1, 2, 3
    )
    update outbound_message o
    set replied_at = marked.replied_at, auto_replied_at = marked.auto_replied_at,
        bounced_at = marked.bounced_at, unsubscribed_at = marked.unsubscribed_at
    from marked
    where o.workspace_id = ${tx.workspaceId} and o.campaign_id = marked.campaign_id
      and o.prospect_id = marked.prospect_id and o.step_id = marked.step_id
      and (o.replied_at, o.auto_replied_at, o.bounced_at, o.unsubscribed_at)
          is distinct from
          (marked.replied_at, marked.auto_replied_at, marked.bounced_at, marked.unsubscribed_at)`);
}
