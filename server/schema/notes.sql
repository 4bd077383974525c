-- What a user wrote about a prospect: a note, or a call, meeting or message that took place at
-- `occurred_at`. The author may have left the workspace.
create table note (
  workspace_id uuid not null,
  id uuid not null,
  prospect_id uuid not null,
  kind text not null check (kind in ('note', 'call', 'meeting', 'message')),
  text text not null,
  occurred_at timestamptz(3) not null,
  author_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  bytes bigint not null generated always as (octet_length(text)) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade
);
create index note_prospect on note (workspace_id, prospect_id, occurred_at desc, id desc);
alter table note enable row level security;
create policy own_workspace on note using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on note to outcrop_app;

-- What a user plans to do with a prospect. `due_on` is a day of the calendar, without a time zone.
-- Each index has open and done ones apart, so that a page of one never reads the other.
create table follow_up (
  workspace_id uuid not null,
  id uuid not null,
  prospect_id uuid not null,
  title text not null,
  due_on date not null,
  assignee_id uuid,
  done_at timestamptz(3),
  is_open boolean not null default true check (is_open = (done_at is null)),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, assignee_id) references member on delete set null (assignee_id)
);
create index follow_up_prospect on follow_up (workspace_id, prospect_id, is_open, due_on, id);
create index follow_up_assignee on follow_up (workspace_id, assignee_id, is_open, due_on, id);
create index follow_up_due on follow_up (workspace_id, is_open, due_on, id);
-- Open follow-ups of today and yesterday, so that one planned for today is not missed either.
create index follow_up_day on follow_up (due_on, workspace_id, id) where is_open;
alter table follow_up enable row level security;
create policy own_workspace on follow_up using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on follow_up to outcrop_app;

-- What a user should know about. `subject_id` is the conversation, note, follow-up, task, mailbox or
-- webhook: a second reply in a conversation renews its notification instead of adding another.
-- Texts and names are looked up, so that those of a deleted prospect are gone.
create table notification (
  workspace_id uuid not null,
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null
    check (kind in ('reply', 'mention', 'follow_up', 'task', 'mailbox', 'webhook')),
  subject_id uuid not null,
  prospect_id uuid,
  actor_id uuid,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- Null if the user does not get it by email, or got it.
  mail_due_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references member on delete cascade,
  foreign key (workspace_id, prospect_id) references prospect on delete cascade
);
create unique index notification_subject on notification (workspace_id, user_id, kind, subject_id);
create index notification_newest on notification (workspace_id, user_id, created_at desc, id desc);
create index notification_prospect on notification (workspace_id, prospect_id);
create index notification_old on notification (created_at);
create index notification_mail_due_at on notification (mail_due_at) where mail_due_at is not null;
alter table notification enable row level security;
create policy own_workspace on notification using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on notification to outcrop_app;

create function plan_notification_mail() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  new.mail_due_at := (
    select new.created_at + interval '2 minutes' from member
    where workspace_id = new.workspace_id and user_id = new.user_id and new.kind = any(mailed_kinds)
      and leaving_at is null);
  return new;
end $$;

create trigger notification_mail before insert or update of created_at on notification
  for each row execute function plan_notification_mail();

create function purge_notifications(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with purged as (
    delete from notification
    where ctid = any(array(
      select ctid from notification where created_at < now() - interval '90 days' limit most))
    returning 1
  )
  select count(*)::integer from purged
$$;

-- Who has email waiting, in any workspace.
create function notification_mail_due(at timestamptz, most integer)
returns table (workspace_id uuid, user_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct n.workspace_id, n.user_id
  from (
    select workspace_id, user_id from notification
    where mail_due_at <= at order by mail_due_at limit most) as n
$$;

create function notify_of_follow_ups(at timestamptz, most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select f.workspace_id, f.assignee_id, f.id, f.prospect_id
    from follow_up f
    where f.is_open and f.assignee_id is not null
      and f.due_on between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date
      and not exists (
        select from notification n
        where n.workspace_id = f.workspace_id and n.user_id = f.assignee_id
          and n.kind = 'follow_up' and n.subject_id = f.id)
    limit most
  ), added as (
    insert into notification (workspace_id, user_id, kind, subject_id, prospect_id)
    select workspace_id, assignee_id, 'follow_up', id, prospect_id from due
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from added
$$;

revoke execute on function purge_notifications, notification_mail_due, notify_of_follow_ups from public;
grant execute on function purge_notifications, notification_mail_due, notify_of_follow_ups to outcrop_app;
