-- One email of a campaign to one prospect: the primary key is what lets it leave only once. Each claim
-- raises `attempt`, so that a worker that lost it cannot go on. `look_at` is when an email in an
-- unknown state is looked for again.
--
-- The results: the first reply of a person, the first automatic reply, the notice that the address does
-- not exist, and the first message that unsubscribes or complains. A reply counts for the last email
-- before it. `unsubscribe_clicked_at` is when its link to unsubscribe was used. `trouble` is `bounced`
-- or `complained`.
create table outbound_message (
  workspace_id uuid not null,
  campaign_id uuid not null,
  prospect_id uuid not null,
  step_id uuid not null,
  id uuid not null,
  mailbox_id uuid not null,
  attempt integer not null default 1,
  tries integer not null default 0,
  status text not null check (status in
    ('claimed', 'at_dot', 'handed_over', 'accepted', 'refused', 'deferred', 'unknown', 'released', 'given_up')),
  is_first boolean not null,
  variant_id uuid,
  message_id text not null,
  server_message_id text,
  answer text,
  evidence text,
  claimed_at timestamptz(3) not null,
  settled_at timestamptz(3),
  look_at timestamptz(3),
  replied_at timestamptz(3),
  auto_replied_at timestamptz(3),
  bounced_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  unsubscribe_clicked_at timestamptz(3),
  trouble text,
  primary key (workspace_id, campaign_id, prospect_id, step_id),
  foreign key (workspace_id, campaign_id, prospect_id) references enrollment
    on update cascade on delete cascade
);
create unique index outbound_message_id on outbound_message (workspace_id, id);
create index outbound_message_open on outbound_message (workspace_id, mailbox_id)
  where status in ('claimed', 'at_dot', 'handed_over');
create index outbound_message_unknown on outbound_message (look_at) where status = 'unknown';
create index outbound_message_rare on outbound_message (workspace_id, campaign_id, status, claimed_at desc, id desc)
  where status in ('refused', 'deferred', 'unknown', 'released', 'given_up');
create index outbound_message_newest on outbound_message (workspace_id, campaign_id, claimed_at desc, id desc);
-- The newest emails of a mailbox.
create index outbound_message_of_mailbox on outbound_message (workspace_id, mailbox_id, claimed_at desc, id desc);
alter table outbound_message enable row level security;
create policy own_workspace on outbound_message using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on outbound_message to outcrop_app;

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

revoke execute on function removed_mailboxes_to_settle from public;
grant execute on function removed_mailboxes_to_settle to outcrop_app;

-- Emails and their results by UTC day. `variant_id` is the id of the step for the text of the step
-- itself. Mailboxes have rows of their own, so that they do not wait for each other.
create table campaign_count (
  workspace_id uuid not null,
  campaign_id uuid not null,
  day date not null,
  step_id uuid not null,
  variant_id uuid not null,
  mailbox_id uuid not null,
  sent integer not null,
  replied integer not null,
  auto_replied integer not null,
  bounced integer not null,
  unsubscribed integer not null,
  primary key (workspace_id, campaign_id, day, step_id, variant_id, mailbox_id),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade
) with (fillfactor = 70);
create index campaign_count_day on campaign_count (workspace_id, day);
alter table campaign_count enable row level security;
create policy own_workspace on campaign_count using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on campaign_count to outcrop_app;

-- What one email counts, day by day.
create function counts_of_email(email outbound_message)
returns table (day date, sent integer, replied integer, auto_replied integer, bounced integer, unsubscribed integer)
language sql immutable parallel safe
as $$
  select (happened.at at time zone 'UTC')::date, happened.sent, happened.replied, happened.auto_replied,
         happened.bounced, happened.unsubscribed
  from (values
    (case when email.status = 'accepted' then coalesce(email.settled_at, email.claimed_at) end, 1, 0, 0, 0, 0),
    (email.replied_at, 0, 1, 0, 0, 0),
    (email.auto_replied_at, 0, 0, 1, 0, 0),
    (coalesce(email.bounced_at, case when email.status = 'refused' and email.evidence = 'bounced'
                                     then email.settled_at end), 0, 0, 0, 1, 0),
    (least(email.unsubscribed_at, email.unsubscribe_clicked_at), 0, 0, 0, 0, 1)
  ) as happened (at, sent, replied, auto_replied, bounced, unsubscribed)
  where happened.at is not null
$$;

-- Only differences are written, in the order of the key.
create function count_email() returns trigger
language plpgsql
as $$
begin
  insert into campaign_count as known
  select (email).workspace_id, (email).campaign_id, counted.day, (email).step_id,
         coalesce((email).variant_id, (email).step_id), (email).mailbox_id, sum(counted.sent * sign),
         sum(counted.replied * sign), sum(counted.auto_replied * sign), sum(counted.bounced * sign),
         sum(counted.unsubscribed * sign)
  from (values (old::outbound_message, -1), (new::outbound_message, 1)) as change (email, sign)
  cross join lateral counts_of_email(email) as counted
  group by 1, 2, 3, 4, 5, 6
  having (sum(counted.sent * sign), sum(counted.replied * sign), sum(counted.auto_replied * sign),
          sum(counted.bounced * sign), sum(counted.unsubscribed * sign)) <> (0, 0, 0, 0, 0)
  order by 3, 4, 5, 6
  on conflict (workspace_id, campaign_id, day, step_id, variant_id, mailbox_id) do update
  set sent = known.sent + excluded.sent, replied = known.replied + excluded.replied,
      auto_replied = known.auto_replied + excluded.auto_replied, bounced = known.bounced + excluded.bounced,
      unsubscribed = known.unsubscribed + excluded.unsubscribed;
  return null;
end $$;

-- A campaign that is deleted has no counts any more, so that nothing is inserted.
create function discount_email() returns trigger
language plpgsql
as $$
begin
  update campaign_count as known
  set sent = known.sent - gone.sent, replied = known.replied - gone.replied,
      auto_replied = known.auto_replied - gone.auto_replied, bounced = known.bounced - gone.bounced,
      unsubscribed = known.unsubscribed - gone.unsubscribed
  from (
    select day, sum(sent) as sent, sum(replied) as replied, sum(auto_replied) as auto_replied,
           sum(bounced) as bounced, sum(unsubscribed) as unsubscribed
    from counts_of_email(old) group by day) as gone
  where known.workspace_id = old.workspace_id and known.campaign_id = old.campaign_id and known.day = gone.day
    and known.step_id = old.step_id and known.variant_id = coalesce(old.variant_id, old.step_id)
    and known.mailbox_id = old.mailbox_id;
  return null;
end $$;

create trigger count_new after insert on outbound_message
  for each row when (new.status in ('accepted', 'refused')) execute function count_email();

create trigger count_change after update on outbound_message
  for each row when (
    (old.status, old.evidence, old.settled_at, old.claimed_at, old.replied_at, old.auto_replied_at, old.bounced_at,
     old.unsubscribed_at, old.unsubscribe_clicked_at, old.step_id, old.variant_id, old.mailbox_id)
    is distinct from
    (new.status, new.evidence, new.settled_at, new.claimed_at, new.replied_at, new.auto_replied_at, new.bounced_at,
     new.unsubscribed_at, new.unsubscribe_clicked_at, new.step_id, new.variant_id, new.mailbox_id)
    and (old.status in ('accepted', 'refused', 'unknown') or new.status in ('accepted', 'refused')
         or new.unsubscribe_clicked_at is not null))
  execute function count_email();

create trigger uncount after delete on outbound_message
  for each row execute function discount_email();
