-- Up Migration

set local lock_timeout = '5s';

-- A step keeps its id when it is moved or rewritten; the position only orders. db:migrate gives the
-- steps of earlier versions their ids. `alternatives` are further versions of an email, each with an id.
alter table campaign_step
  add column id uuid,
  add column format text not null default 'text',
  add column alternatives jsonb not null default '[]',
  add column working_days boolean not null default false;
alter table campaign_step alter column id set default gen_random_uuid();

-- Where a prospect goes on whose next step was removed: with the step that followed it, or nowhere.
create table removed_step (
  workspace_id uuid not null,
  campaign_id uuid not null,
  id uuid not null,
  next_id uuid,
  primary key (workspace_id, campaign_id, id),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade
);

-- `new_per_day` limits first emails. Without a limit, mailboxes decide.
alter table campaign
  add column new_per_day integer,
  add column footer text;

-- `step_id` is the next email to send, null before the first one. The mailbox is fixed by the first
-- email. `reason` says why an enrollment is held or has ended. The status is text, because the policy
-- keeps the planner from looking up an enum in an index.
alter table enrollment
  add column status text not null default 'waiting',
  add column step_id uuid,
  add column mailbox_id uuid,
  add column due_at timestamptz(3) not null default now(),
  add column reason text,
  add column last_sent_at timestamptz(3),
  add column conversation_id uuid;
alter table enrollment add constraint enrollment_status check (status in
  ('waiting', 'sending', 'finished', 'replied', 'unsubscribed', 'suppressed', 'bounced', 'away', 'held',
   'stopped')) not valid;

-- What a mailbox sends next. In a table with rows, db:migrate builds them beside the traffic.
do $$
begin
  if not exists (select from enrollment) then
    create index enrollment_new on enrollment (workspace_id, campaign_id, due_at)
      where status = 'waiting' and mailbox_id is null;
    create index enrollment_follow_up on enrollment (workspace_id, mailbox_id, due_at)
      where status = 'waiting' and mailbox_id is not null;
  end if;
end $$;

-- `secret` is sealed. `send_at` is when the mailbox is looked at next, null while it may not send.
-- `free_at` is the end of the gap after its last email. `day` is the local day that `sent_today` counts,
-- and `day_began` keeps a change of time zone from starting it again. `ramp_days` counts the days on
-- which it sent. `keeps_sent` tells whether the server stores what it sends; null until learned.
-- `synced_at` is when its inbox was last read to the end. `access_token` is sealed; the lease keeps a
-- second process from refreshing it at the same time.
alter table mailbox
  add column name text not null default '',
  add column status text not null default 'needs_attention',
  add column reason text default 'not_connected',
  add column detail text,
  add column failing_since timestamptz(3),
  add column provider text,
  add column auth text not null default 'password',
  add column secret text,
  add column access_token text,
  add column access_token_ends_at timestamptz(3),
  add column token_lease_id uuid,
  add column token_leased_until timestamptz(3),
  add column smtp_host text,
  add column smtp_port integer,
  add column smtp_security text not null default 'tls',
  add column smtp_user text,
  add column imap_host text,
  add column imap_port integer,
  add column imap_security text not null default 'tls',
  add column imap_user text,
  add column daily_limit integer not null default 30,
  add column gap_from_seconds integer not null default 540,
  add column gap_to_seconds integer not null default 840,
  add column ramp_start integer,
  add column ramp_step integer,
  add column ramp_days integer not null default 0,
  add column zone text not null default 'UTC',
  add column windows jsonb not null default '[{"days":[1,2,3,4,5],"from":"09:00","to":"17:00"}]',
  add column send_at timestamptz(3),
  add column free_at timestamptz(3),
  add column rest_until timestamptz(3),
  add column day date,
  add column day_began timestamptz(3),
  add column sent_today integer not null default 0,
  add column lease_id uuid,
  add column leased_until timestamptz(3),
  add column synced_at timestamptz(3),
  add column keeps_sent boolean,
  add column authentication jsonb,
  add column removed_at timestamptz(3);
do $$
begin
  if not exists (select from mailbox) then
    create index mailbox_due on mailbox (send_at) where send_at is not null;
  end if;
end $$;
alter table mailbox add constraint mailbox_status
  check (status in ('ok', 'resting', 'needs_attention', 'paused', 'removed')) not valid;

-- Which mailboxes send a campaign, and when each last sent a first email of it.
create table campaign_mailbox (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  campaign_id uuid not null,
  served_at timestamptz(3) not null default '-infinity',
  primary key (workspace_id, mailbox_id, campaign_id),
  foreign key (workspace_id, mailbox_id) references mailbox on delete cascade,
  foreign key (workspace_id, campaign_id) references campaign on delete cascade
);
create index campaign_mailbox_campaign on campaign_mailbox (workspace_id, campaign_id);

-- One email of a campaign to one prospect: the primary key is what lets it leave only once. Each
-- claim raises `attempt`, so that a worker that lost it cannot go on. `look_at` is when an email
-- whose fate is unknown is looked for again.
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
  primary key (workspace_id, campaign_id, prospect_id, step_id),
  foreign key (workspace_id, campaign_id, prospect_id) references enrollment
    on update cascade on delete cascade
) partition by hash (workspace_id);
create unique index outbound_message_id on outbound_message (workspace_id, id);
create index outbound_message_open on outbound_message (workspace_id, mailbox_id)
  where status in ('claimed', 'at_dot', 'handed_over');
create index outbound_message_unknown on outbound_message (look_at) where status = 'unknown';
create index outbound_message_rare on outbound_message (workspace_id, campaign_id, status, claimed_at desc, id desc)
  where status in ('refused', 'deferred', 'unknown', 'released', 'given_up');
create index outbound_message_newest on outbound_message (workspace_id, campaign_id, claimed_at desc, id desc);

do $$
begin
  for remainder in 0..31 loop
    execute format('create table %I partition of outbound_message for values with (modulus 32, remainder %s)',
                   format('outbound_message_p%s', to_char(remainder, 'fm00')), remainder);
  end loop;
end $$;

-- How many emails a company got, and how many first emails a campaign sent, on a local day.
create table company_day (
  workspace_id uuid not null references workspace,
  domain text collate "C" not null,
  day date not null,
  sent integer not null,
  primary key (workspace_id, domain, day)
);
create index company_day_day on company_day (day);
create table campaign_day (
  workspace_id uuid not null,
  campaign_id uuid not null,
  day date not null,
  sent integer not null,
  primary key (workspace_id, campaign_id, day),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade
);

-- Rules for all campaigns of a workspace. A workspace without a row has the defaults.
create table mail_settings (
  workspace_id uuid primary key references workspace,
  company_per_day integer,
  cooldown_hours integer not null default 24,
  stop_company_on_reply boolean not null default false,
  holidays date[] not null default '{}'
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['removed_step', 'campaign_mailbox', 'outbound_message', 'company_day',
                                      'campaign_day', 'mail_settings'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy own_workspace on %I using (workspace_id = (select current_workspace()))',
                   tenant_table);
    execute format('grant select, insert, update, delete on %I to outcrop_app', tenant_table);
  end loop;
end $$;

-- Mailboxes of all workspaces that may send and that no worker has taken.
create function due_mailboxes(at timestamptz, most integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from mailbox
  where send_at <= at and (leased_until is null or leased_until < at)
  order by send_at limit most
$$;

-- Mailboxes of all workspaces with emails whose fate is to be looked up now.
create function mailboxes_with_unknown(at timestamptz, most integer)
returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct workspace_id, mailbox_id from (
    select workspace_id, mailbox_id from outbound_message
    where status = 'unknown' and look_at <= at order by look_at limit most) open
$$;

-- Counts of days that are over everywhere on earth are no longer compared.
create function purge_company_days(at timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
begin
  delete from company_day where ctid = any(array(
    select ctid from company_day where day < (at at time zone 'UTC')::date - 3 limit most));
  get diagnostics purged = row_count;
  return purged;
end $$;

revoke execute on function due_mailboxes, mailboxes_with_unknown, purge_company_days from public;
grant execute on function due_mailboxes, mailboxes_with_unknown, purge_company_days to outcrop_app;
