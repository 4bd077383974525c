-- Up Migration

set local lock_timeout = '5s';

-- What came of a conversation, as a user has set it.
alter table conversation add column outcome text;
alter table conversation add constraint conversation_outcome
  check (outcome in ('interested', 'meeting', 'not_now', 'not_interested', 'wrong_person')) not valid;

-- The words by which a message is found, so that deleting its text finds them in the index.
alter table message_body add column words text[] collate "C";

-- One row for each distinct word of a message. By month like the texts, and dropped with them. No
-- foreign key: a trigger deletes the words of a deleted message.
create table message_word (
  workspace_id uuid not null,
  word text collate "C" not null,
  stored_at timestamptz(3) not null,
  message_id uuid not null,
  conversation_id uuid not null,
  primary key (workspace_id, word, stored_at, message_id) include (conversation_id)
) partition by range (stored_at);

alter table message_word enable row level security;
create policy own_workspace on message_word using (workspace_id = (select current_workspace()));
grant select, insert, delete on message_word to outcrop_app;

create or replace function delete_message_body() returns trigger
language plpgsql
as $$
begin
  with body as (
    delete from message_body
    where workspace_id = old.workspace_id and message_id = old.id and stored_at = old.stored_at
    returning words)
  delete from message_word w using body cross join lateral unnest(body.words) as gone (word)
  where w.workspace_id = old.workspace_id and w.word = gone.word and w.stored_at = old.stored_at
    and w.message_id = old.id;
  return null;
end $$;

create or replace function make_message_partitions(at timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  month date;
  of_table text;
begin
  for ahead in 0..3 loop
    month := date_trunc('month', at at time zone 'UTC') + make_interval(months => ahead);
    foreach of_table in array array['message_body', 'message_word'] loop
      perform attach_partition(of_table, month_partition(of_table, month), month, month + interval '1 month');
    end loop;
  end loop;
end $$;

create or replace function drop_old_messages(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition(of_table,
    month_partition(of_table, (date_trunc('month', at at time zone 'UTC') - interval '13 months')::date))
  from unnest(array['message_body', 'message_word']) as of_table
$$;

-- Texts that workspaces keep for a shorter time, with their words, at most so many at a time.
create function purge_message_texts(at timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
begin
  with old as (
    select old.* from mail_settings s cross join lateral (
      select workspace_id, message_id, stored_at from message_body
      where workspace_id = s.workspace_id and stored_at < at - make_interval(days => s.keep_text_days)
      limit most) old
    where s.keep_text_days is not null limit most),
  body as (
    delete from message_body b using old
    where b.workspace_id = old.workspace_id and b.message_id = old.message_id and b.stored_at = old.stored_at
    returning b.workspace_id, b.message_id, b.stored_at, b.words),
  words as (
    delete from message_word w using body cross join lateral unnest(body.words) as gone (word)
    where w.workspace_id = body.workspace_id and w.word = gone.word and w.stored_at = body.stored_at
      and w.message_id = body.message_id)
  select count(*) into purged from body;
  return purged;
end $$;
revoke execute on function purge_message_texts(timestamptz, integer) from public;
grant execute on function purge_message_texts(timestamptz, integer) to outcrop_app;

-- For workers of the previous version.
create or replace function purge_message_texts(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$ select purge_message_texts(now(), most) $$;

select make_message_partitions();
