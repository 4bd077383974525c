-- Up Migration

set local lock_timeout = '5s';

-- Tables are locked in the order in which deleting a prospect locks them.
do $$
begin
  if not exists (select from prospect) then
    create index prospect_domain on prospect (workspace_id, split_part(email_key, '@', 2))
      where email_key is not null;
  end if;
  if not exists (select from enrollment) then
    create index enrollment_away on enrollment (due_at) where status = 'away';
  end if;
end $$;

-- A closed conversation opens again with the next human reply. A snoozed one is open again from
-- `snoozed_until` on. `last_kind` is what its last received message is.
alter table conversation
  add column status text not null default 'open',
  add column snoozed_until timestamptz(3),
  add column last_kind text,
  add column gmail_thread_id text;
alter table conversation add constraint conversation_status
  check (status in ('open', 'closed', 'snoozed')) not valid;

-- `message_id` is the header without brackets: of a received message, or of a sent one whose server
-- replaced ours. `sender` is the key of the address. `decision` says what a message is and why,
-- `effects` what followed from it, to be undone if a user (`decided_by`) corrects it. `folder` and
-- `uid` are where its attachments are. `stored_at` finds the text in `message_body`; without it, the
-- text is here.
alter table message
  add column message_id text,
  add column sender text,
  add column sender_name text,
  add column kind text,
  add column matched_by text,
  add column decision jsonb,
  add column decided_by uuid,
  add column effects jsonb,
  add column attachments jsonb not null default '[]',
  add column folder text,
  add column uid bigint,
  add column stored_at timestamptz(3);
alter table message add constraint message_kind check (kind in
  ('human', 'away', 'automatic', 'bounce', 'delayed', 'complaint', 'unsubscribe')) not valid;

-- Days after which the texts of messages are deleted; without it, they are kept for 13 months.
alter table mail_settings add column keep_text_days integer;

-- In tables with rows, db:migrate builds these beside the traffic.
do $$
begin
  if not exists (select from conversation) then
    create index conversation_by_status on conversation
      (workspace_id, mailbox_id, status, last_message_at desc, id desc);
    create index conversation_gmail_thread on conversation (workspace_id, mailbox_id, gmail_thread_id)
      where gmail_thread_id is not null;
  end if;
  if not exists (select from message) then
    create index message_header on message (workspace_id, message_id) where message_id is not null;
    create index message_sender on message (workspace_id, sender, sent_at) where sender is not null;
  end if;
end $$;

-- What messages say, by month, so that an old month is dropped as a whole. No foreign key for the same
-- reason; a trigger deletes the text of a deleted message.
create table message_body (
  workspace_id uuid not null,
  message_id uuid not null,
  stored_at timestamptz(3) not null,
  text text not null,
  html text,
  primary key (workspace_id, message_id, stored_at)
) partition by range (stored_at);
create index message_body_age on message_body (workspace_id, stored_at);

create function delete_message_body() returns trigger
language plpgsql
as $$
begin
  delete from message_body
  where workspace_id = old.workspace_id and message_id = old.id and stored_at = old.stored_at;
  return null;
end $$;
create trigger delete_body after delete on message
  for each row when (old.stored_at is not null) execute function delete_message_body();

alter table message_body enable row level security;
create policy own_workspace on message_body using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on message_body to outcrop_app;

create function month_partition(of_table text, month date) returns text
language sql immutable
as $$ select of_table || '_' || to_char(month, 'YYYY_MM') $$;

-- The month of the instant and the three after it.
create function make_message_partitions(at timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  month date;
begin
  for ahead in 0..3 loop
    month := date_trunc('month', at at time zone 'UTC') + make_interval(months => ahead);
    perform attach_partition('message_body', month_partition('message_body', month), month,
                             month + interval '1 month');
  end loop;
end $$;

create function drop_old_messages(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition('message_body',
    month_partition('message_body', (date_trunc('month', at at time zone 'UTC') - interval '13 months')::date))
$$;

-- Texts that workspaces keep for a shorter time, at most so many at a time.
create function purge_message_texts(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
begin
  delete from message_body b using (
    select old.* from mail_settings s cross join lateral (
      select workspace_id, message_id, stored_at from message_body
      where workspace_id = s.workspace_id and stored_at < now() - make_interval(days => s.keep_text_days)
      limit most) old
    where s.keep_text_days is not null limit most) old
  where b.workspace_id = old.workspace_id and b.message_id = old.message_id and b.stored_at = old.stored_at;
  get diagnostics purged = row_count;
  return purged;
end $$;

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

revoke execute on function make_message_partitions, drop_old_messages, purge_message_texts, end_absences
  from public;
grant execute on function make_message_partitions, drop_old_messages, purge_message_texts, end_absences
  to outcrop_app;
select make_message_partitions();
