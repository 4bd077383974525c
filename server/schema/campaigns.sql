create type campaign_status as enum ('draft', 'running', 'paused', 'archived');

-- `new_per_day` limits first emails. Without a limit, mailboxes decide. Emails before `counted_since`
-- no longer count against the campaign, because a user has resumed it. `pause` says why it paused by
-- itself, with the numbers.
create table campaign (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  status campaign_status not null default 'draft',
  created_at timestamptz(3) not null default now(),
  new_per_day integer,
  footer text,
  counted_since timestamptz(3),
  pause jsonb,
  -- Running campaigns are listed first. A number, because the policy keeps the planner from looking up
  -- an enum in an index.
  list_rank smallint not null generated always as (
    case status when 'running' then 3 when 'paused' then 2 when 'draft' then 1 else 0 end
  ) stored,
  primary key (workspace_id, id)
);
create index campaign_listed on campaign (workspace_id, list_rank desc, created_at desc, id desc);
create index campaign_newest on campaign (workspace_id, created_at desc, id desc)
  where status <> 'archived';
create index campaign_archived on campaign (workspace_id, created_at desc, id desc)
  where status = 'archived';
alter table campaign enable row level security;
create policy own_workspace on campaign using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on campaign to outcrop_app;

create type campaign_step_kind as enum ('email', 'wait');

-- What a campaign does, in order. A step keeps its id when it is moved or rewritten; the position only
-- orders. An email without a subject continues the thread before it. `alternatives` are further
-- versions of an email, each with an id.
create table campaign_step (
  workspace_id uuid not null,
  campaign_id uuid not null,
  position integer not null check (position >= 1),
  kind campaign_step_kind not null,
  subject text,
  body text,
  wait_days integer,
  id uuid not null default gen_random_uuid(),
  format text not null default 'text',
  alternatives jsonb not null default '[]',
  working_days boolean not null default false,
  bytes bigint not null generated always as (
    coalesce(octet_length(subject), 0) + coalesce(octet_length(body), 0) + octet_length(alternatives::text)
  ) stored,
  primary key (workspace_id, campaign_id, position),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade,
  check (case kind
    when 'email' then body is not null and wait_days is null
    when 'wait' then wait_days is not null and wait_days >= 1 and subject is null and body is null
  end)
);
alter table campaign_step enable row level security;
create policy own_workspace on campaign_step using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on campaign_step to outcrop_app;

-- Where a prospect goes on whose next step was removed: with the step that followed it, or nowhere.
create table removed_step (
  workspace_id uuid not null,
  campaign_id uuid not null,
  id uuid not null,
  next_id uuid,
  primary key (workspace_id, campaign_id, id),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade
);
alter table removed_step enable row level security;
create policy own_workspace on removed_step using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on removed_step to outcrop_app;

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
alter table campaign_mailbox enable row level security;
create policy own_workspace on campaign_mailbox using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on campaign_mailbox to outcrop_app;

-- How many first emails a campaign sent on a local day.
create table campaign_day (
  workspace_id uuid not null,
  campaign_id uuid not null,
  day date not null,
  sent integer not null,
  primary key (workspace_id, campaign_id, day),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade
);
alter table campaign_day enable row level security;
create policy own_workspace on campaign_day using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on campaign_day to outcrop_app;

-- How many emails a company got on a local day.
create table company_day (
  workspace_id uuid not null references workspace,
  domain text collate "C" not null,
  day date not null,
  sent integer not null,
  primary key (workspace_id, domain, day)
);
create index company_day_day on company_day (day);
alter table company_day enable row level security;
create policy own_workspace on company_day using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on company_day to outcrop_app;

-- Counts of days that are over everywhere on earth are not compared any more.
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

-- `step_id` is the next email to send, null before the first one. The mailbox is fixed by the first
-- email. `reason` says why an enrollment is held or has ended. The status is text, because the policy
-- keeps the planner from looking up an enum in an index.
create table enrollment (
  workspace_id uuid not null,
  campaign_id uuid not null,
  prospect_id uuid not null,
  enrolled_at timestamptz(3) not null default now(),
  status text not null default 'waiting' constraint enrollment_status check (status in
    ('waiting', 'sending', 'finished', 'replied', 'unsubscribed', 'suppressed', 'bounced', 'away', 'held', 'stopped')),
  step_id uuid,
  mailbox_id uuid,
  due_at timestamptz(3) not null default now(),
  reason text,
  last_sent_at timestamptz(3),
  conversation_id uuid,
  primary key (workspace_id, campaign_id, prospect_id),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade,
  foreign key (workspace_id, prospect_id) references prospect on delete cascade
);
create index enrollment_prospect on enrollment (workspace_id, prospect_id);
-- What a mailbox sends next.
create index enrollment_new on enrollment (workspace_id, campaign_id, due_at)
  where status = 'waiting' and mailbox_id is null;
create index enrollment_follow_up on enrollment (workspace_id, mailbox_id, due_at)
  where status = 'waiting' and mailbox_id is not null;
create index enrollment_away on enrollment (due_at) where status = 'away';
-- Counts the replies of a campaign.
create index enrollment_replied on enrollment (workspace_id, campaign_id) where status = 'replied';
alter table enrollment enable row level security;
create policy own_workspace on enrollment using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on enrollment to outcrop_app;

-- People who are back: their campaigns continue. Rows that are in use are left for the next run.
create function end_absences(at timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  ended integer;
begin
  with back as (
    select workspace_id, campaign_id, prospect_id from enrollment
    where status = 'away' and due_at <= at order by due_at limit most
    for no key update skip locked
  )
  update enrollment e set status = 'waiting', reason = null from back
  where e.workspace_id = back.workspace_id and e.campaign_id = back.campaign_id
    and e.prospect_id = back.prospect_id;
  get diagnostics ended = row_count;
  return ended;
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

revoke execute on function purge_company_days, end_absences, hold_enrollments_of_removed_mailboxes from
  public;
grant execute on function purge_company_days, end_absences, hold_enrollments_of_removed_mailboxes to
  outcrop_app;
