-- Up Migration

set local lock_timeout = '5s';

-- In a table with rows, db:migrate builds it beside the traffic.
do $$
begin
  if not exists (select from mailbox) then
    create index mailbox_removed on mailbox (workspace_id, id) where status = 'removed';
  end if;
end $$;

-- Prospects who wait again for an email of a mailbox that was removed meanwhile: no turn would find
-- them. Rows that are in use are left for the next run. They are written by their key.
create function hold_enrollments_of_removed_mailboxes(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  held integer;
begin
  with bound as (
    select e.workspace_id, e.campaign_id, e.prospect_id
    from mailbox m
    cross join lateral (
      select workspace_id, campaign_id, prospect_id from enrollment
      where workspace_id = m.workspace_id and mailbox_id = m.id and status = 'waiting'
      limit most for no key update skip locked) e
    where m.status = 'removed' limit most
  )
  insert into enrollment (workspace_id, campaign_id, prospect_id, status, reason)
  select workspace_id, campaign_id, prospect_id, 'held', 'mailbox_removed' from bound
  on conflict (workspace_id, campaign_id, prospect_id) do update
  set status = excluded.status, reason = excluded.reason;
  get diagnostics held = row_count;
  return held;
end $$;

-- Removed mailboxes of all workspaces whose worker was lost with an email. OFFSET 0 keeps the look-ups
-- one by one.
create function removed_mailboxes_to_settle(at timestamptz, most integer)
returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.workspace_id, m.id from mailbox m
  where m.status = 'removed' and (m.leased_until is null or m.leased_until < at)
    and exists (
      select from outbound_message o
      where o.workspace_id = m.workspace_id and o.mailbox_id = m.id
        and o.status in ('claimed', 'at_dot', 'handed_over') offset 0)
  limit most
$$;

revoke execute on function hold_enrollments_of_removed_mailboxes, removed_mailboxes_to_settle from public;
grant execute on function hold_enrollments_of_removed_mailboxes, removed_mailboxes_to_settle to outcrop_app;
