-- The database refuses to delete a member who owns a mailbox: a shared one gets another owner, and a
-- private one is disconnected and loses its conversations. `visible_to` is the member who sees a
-- private mailbox, and the id of the workspace for a mailbox that all members see.
--
-- `secret` and `access_token` are sealed; the token's lease keeps a second process from refreshing it
-- at the same time. `send_at` is when the mailbox is looked at next, null while it may not send.
-- `free_at` is the end of the gap after its last email. `day` is the local day that `sent_today`
-- counts, and `day_began` keeps a change of time zone from starting it again. `ramp_days` counts the
-- days on which it sent. `keeps_sent` says whether the server stores what it sends, null until that is
-- learned. `synced_at` is when its inbox was last read to the end. Emails before `counted_since` no
-- longer count against the mailbox, because a user has resumed it.
create table mailbox (
  workspace_id uuid not null references workspace,
  id uuid not null,
  owner_id uuid not null,
  shared boolean not null default false,
  visible_to uuid not null generated always as (case when shared then workspace_id else owner_id end) stored,
  address text not null,
  created_at timestamptz(3) not null default now(),
  name text not null default '',
  status text not null default 'needs_attention'
    constraint mailbox_status check (status in ('ok', 'resting', 'needs_attention', 'paused', 'removed')),
  reason text default 'not_connected',
  detail text,
  failing_since timestamptz(3),
  provider text,
  auth text not null default 'password',
  secret text,
  access_token text,
  access_token_ends_at timestamptz(3),
  token_lease_id uuid,
  token_leased_until timestamptz(3),
  smtp_host text,
  smtp_port integer,
  smtp_security text not null default 'tls',
  smtp_user text,
  imap_host text,
  imap_port integer,
  imap_security text not null default 'tls',
  imap_user text,
  daily_limit integer not null default 30,
  gap_from_seconds integer not null default 540,
  gap_to_seconds integer not null default 840,
  ramp_start integer,
  ramp_step integer,
  ramp_days integer not null default 0,
  zone text not null default 'UTC',
  windows jsonb not null default '[{"days":[1,2,3,4,5],"from":"09:00","to":"17:00"}]',
  send_at timestamptz(3),
  free_at timestamptz(3),
  rest_until timestamptz(3),
  day date,
  day_began timestamptz(3),
  sent_today integer not null default 0,
  lease_id uuid,
  leased_until timestamptz(3),
  synced_at timestamptz(3),
  keeps_sent boolean,
  authentication jsonb,
  removed_at timestamptz(3),
  counted_since timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member
);
create index mailbox_owner on mailbox (workspace_id, owner_id);
create index mailbox_due on mailbox (send_at) where send_at is not null;
create index mailbox_removed on mailbox (workspace_id, id) where status = 'removed';
alter table mailbox enable row level security;
create policy own_workspace on mailbox using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on mailbox to outcrop_app;

-- Rules for all campaigns of a workspace. A workspace without a row has the defaults. After
-- `keep_text_days` days the texts of messages are deleted; without it, they are kept for 13 months.
create table mail_settings (
  workspace_id uuid primary key references workspace,
  company_per_day integer,
  cooldown_hours integer not null default 24,
  stop_company_on_reply boolean not null default false,
  holidays date[] not null default '{}',
  keep_text_days integer
);
alter table mail_settings enable row level security;
create policy own_workspace on mail_settings using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on mail_settings to outcrop_app;

-- Mailboxes of all workspaces that may send and that no worker has taken.
create function due_mailboxes(at timestamptz, most integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from mailbox
  where send_at <= at and (leased_until is null or leased_until < at)
  order by send_at limit most
$$;

-- How far each folder was read. Its server numbers messages anew when `uid_validity` changes.
create table folder (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  role text not null check (role in ('inbox', 'junk', 'sent')),
  path text collate "C" not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  primary key (workspace_id, mailbox_id, role),
  foreign key (workspace_id, mailbox_id) references mailbox on delete cascade
);
alter table folder enable row level security;
create policy own_workspace on folder using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on folder to outcrop_app;

-- Hashes of stored messages. They stay when a prospect is deleted, so that a server that numbers its
-- messages anew does not bring the prospect back. An `ignored` message was in Junk and about no email
-- of ours, so it was not stored; in the inbox, to which a user may move it, it does not count as known.
create table received (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  hash bytea not null,
  received_at timestamptz(3) not null,
  ignored boolean not null default false,
  primary key (workspace_id, mailbox_id, hash),
  foreign key (workspace_id, mailbox_id) references mailbox on delete cascade
);
alter table received enable row level security;
create policy own_workspace on received using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on received to outcrop_app;

-- Which worker is connected to a mailbox. Each acquisition raises `fence`, which every transaction
-- that stores messages checks. The free space lets a renewal leave the indexes as they are.
create table watch (
  workspace_id uuid not null,
  mailbox_id uuid not null,
  holder uuid,
  fence bigint not null default 0,
  held_until timestamptz(3) not null default '-infinity',
  retry_at timestamptz(3) not null default '-infinity',
  primary key (workspace_id, mailbox_id),
  foreign key (workspace_id, mailbox_id) references mailbox on delete cascade
) with (fillfactor = 50);
create index watch_holder on watch (holder) where holder is not null;
alter table watch enable row level security;
create policy own_workspace on watch using (workspace_id = (select current_workspace()));
-- Key share, the lock of a storing transaction, needs the right to update.
grant select, update on watch to outcrop_app;

-- The workers, also those that watch no mailbox yet. Each renews its 30 seconds every ten seconds.
create table watcher (
  id uuid primary key,
  alive_until timestamptz(3) not null
);

-- Without a working credential, a connection would only be refused again.
create function can_be_watched(status text, reason text, secret text, imap_host text) returns boolean
language sql immutable parallel safe
as $$
  select status <> 'removed' and secret is not null and imap_host is not null
    and not (status = 'needs_attention' and coalesce(reason, '') in ('not_connected', 'auth', 'signed_out'))
$$;

-- Gives up to `most` free mailboxes of all workspaces to a worker. A row that a storing transaction
-- has locked is skipped.
create function acquire_watches(worker uuid, at timestamptz, until timestamptz, most integer)
returns table (workspace_id uuid, mailbox_id uuid, fence bigint)
language sql security definer set search_path = public, pg_temp
as $$
  insert into watch (workspace_id, mailbox_id)
  select m.workspace_id, m.id from mailbox m
  where can_be_watched(m.status, m.reason, m.secret, m.imap_host)
    and not exists (select from watch w where w.workspace_id = m.workspace_id and w.mailbox_id = m.id)
  order by m.workspace_id, m.id limit most
  on conflict do nothing;

  update watch w set holder = worker, fence = w.fence + 1, held_until = until
  from (
    select free.workspace_id, free.mailbox_id
    from watch free join mailbox m on m.workspace_id = free.workspace_id and m.id = free.mailbox_id
    where free.held_until <= at and free.retry_at <= at
      and can_be_watched(m.status, m.reason, m.secret, m.imap_host)
    order by free.held_until limit most
    for update of free skip locked) free
  where w.workspace_id = free.workspace_id and w.mailbox_id = free.mailbox_id
  returning w.workspace_id, w.mailbox_id, w.fence
$$;

-- Renews what a worker holds, in one statement, and returns it. What is missing in it was lost, or
-- may not be watched any more.
create function renew_watches(worker uuid, at timestamptz, until timestamptz)
returns table (workspace_id uuid, mailbox_id uuid, fence bigint)
language sql security definer set search_path = public, pg_temp
as $$
  insert into watcher (id, alive_until) values (worker, until)
  on conflict (id) do update set alive_until = excluded.alive_until;
  delete from watcher where alive_until < at - interval '1 hour';

  update watch w set held_until = until
  from mailbox m
  where w.holder = worker and m.workspace_id = w.workspace_id and m.id = w.mailbox_id
    and can_be_watched(m.status, m.reason, m.secret, m.imap_host)
  returning w.workspace_id, w.mailbox_id, w.fence
$$;

-- How many mailboxes there are to watch, how many of them are free, and how many workers there are.
create function count_watches(worker uuid, at timestamptz)
returns table (mailboxes integer, free integer, workers integer)
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer,
         count(*) filter (where coalesce(w.held_until, '-infinity') <= at
                            and coalesce(w.retry_at, '-infinity') <= at)::integer,
         (select count(*)::integer from watcher where alive_until > at or id = worker)
  from mailbox m left join watch w on w.workspace_id = m.workspace_id and w.mailbox_id = m.id
  where can_be_watched(m.status, m.reason, m.secret, m.imap_host)
$$;

-- How many workers have renewed their time within the last 18 seconds.
create function count_running_workers() returns integer
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer from watcher where alive_until > now() + interval '12 seconds'
$$;

-- Gives mailboxes back. None of them is connected to before `again_at`.
create function release_watches(worker uuid, mailboxes uuid[], fences bigint[], again_at timestamptz)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update watch w set holder = null, held_until = '-infinity', retry_at = again_at
  from unnest(mailboxes, fences) as given (mailbox_id, fence)
  where w.holder = worker and w.mailbox_id = given.mailbox_id and w.fence = given.fence
$$;

create function end_watcher(worker uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update watch set holder = null, held_until = '-infinity' where holder = worker;
  delete from watcher where id = worker;
$$;

-- Records until when inboxes were read to their end. A mailbox that a transaction has locked is
-- skipped and not returned.
create function record_synced(worker uuid, mailboxes uuid[], fences bigint[], instants timestamptz[])
returns table (mailbox_id uuid)
language sql security definer set search_path = public, pg_temp
as $$
  update mailbox m set synced_at = greatest(m.synced_at, held.synced_at)
  from (
    select m.workspace_id, m.id, given.synced_at
    from unnest(mailboxes, fences, instants) as given (mailbox_id, fence, synced_at)
    join watch w on w.holder = worker and w.mailbox_id = given.mailbox_id and w.fence = given.fence
    join mailbox m on m.workspace_id = w.workspace_id and m.id = w.mailbox_id
    for no key update of m skip locked) held
  where m.workspace_id = held.workspace_id and m.id = held.id
  returning m.id
$$;

revoke execute on function can_be_watched from public;
revoke execute on function due_mailboxes, acquire_watches, renew_watches, count_watches, count_running_workers,
  release_watches, end_watcher, record_synced from public;
grant execute on function due_mailboxes, acquire_watches, renew_watches, count_watches, count_running_workers,
  release_watches, end_watcher, record_synced to outcrop_app;
