create type channel as enum ('email');
create type message_direction as enum ('inbound', 'outbound');

-- The policy `audience` stands behind conversations and what hangs on them: `visible_to` is one member,
-- or the workspace for all members. An expression in the policy is evaluated once for a statement; a
-- function with these look-ups would run for each row.

-- Who sees a message that is in a conversation of one audience and was read in a mailbox of another:
-- those who see both. No user has the nil id.
create function common_audience(workspace uuid, one uuid, other uuid) returns uuid
language sql immutable parallel safe
as $$
  select case when one = other or other = workspace then one
              when one = workspace then other
              else '00000000-0000-0000-0000-000000000000'::uuid end
$$;

-- What was said to a person is personal data, so it is deleted with the prospect. A closed conversation
-- opens again with the next human reply. A snoozed one is open again from `snoozed_until` on.
-- `last_kind` is what its last received message is. `outcome` is set by a user. `visible_to` is the
-- audience of its mailbox, which a trigger copies; if the audience changes, a job moves it.
create table conversation (
  workspace_id uuid not null,
  id uuid not null,
  mailbox_id uuid not null,
  visible_to uuid not null,
  prospect_id uuid,
  campaign_id uuid,
  channel channel not null default 'email',
  subject text,
  snippet text not null,
  last_message_at timestamptz(3) not null,
  last_direction message_direction not null,
  unread boolean not null default false,
  message_count integer not null check (message_count >= 0),
  status text not null default 'open'
    constraint conversation_status check (status in ('open', 'closed', 'snoozed')),
  snoozed_until timestamptz(3),
  last_kind text,
  gmail_thread_id text,
  outcome text constraint conversation_outcome
    check (outcome in ('interested', 'meeting', 'not_now', 'not_interested', 'wrong_person')),
  primary key (workspace_id, id),
  foreign key (workspace_id, mailbox_id) references mailbox on delete cascade,
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, campaign_id) references campaign on delete set null (campaign_id)
);
-- Each holds one mailbox's unread conversations, and the others, newest first: an inbox is merged
-- from the tops of these, so that what a user may not see is never read.
create index conversation_newest on conversation
  (workspace_id, mailbox_id, unread, last_message_at desc, id desc) include (visible_to);
create index conversation_campaign on conversation
  (workspace_id, campaign_id, mailbox_id, unread, last_message_at desc, id desc) include (visible_to);
create index conversation_prospect on conversation (workspace_id, prospect_id);
create index conversation_by_status on conversation
  (workspace_id, mailbox_id, status, last_message_at desc, id desc) include (visible_to);
-- Finds the conversations whose mailbox has another audience now.
create index conversation_audience on conversation (workspace_id, mailbox_id, visible_to);
create index conversation_gmail_thread on conversation (workspace_id, mailbox_id, gmail_thread_id)
  where gmail_thread_id is not null;
-- The conversations with a reply of a kind, newest first: most have none and are not in it.
create index conversation_by_kind on conversation
  (workspace_id, mailbox_id, last_kind, status, last_message_at desc, id desc) include (visible_to)
  where last_kind is not null;
alter table conversation enable row level security;
create policy own_workspace on conversation using (workspace_id = (select current_workspace()));
create policy audience on conversation as restrictive using (
  visible_to = (select current_workspace()) or visible_to = (select current_member()) or (select sees_all()));
grant select, insert, update, delete on conversation to outcrop_app;

-- The key share lock makes a change of the mailbox's audience wait for this transaction, or this
-- transaction read the audience after the change.
create function copy_mailbox_audience() returns trigger
language plpgsql
as $$
begin
  select visible_to into new.visible_to from mailbox
  where workspace_id = new.workspace_id and id = new.mailbox_id for key share;
  return new;
end $$;

create trigger copy_audience before insert on conversation
  for each row when (new.visible_to is null) execute function copy_mailbox_audience();

-- `message_id` is the header without brackets: of a received message, or of a sent one whose server
-- replaced ours. `sender` is the key of the address, `reply_to` the address that a message wants to be
-- answered at, if that is another. `decision` says what a message is and why, `effects` what followed
-- from it, to be undone if a user (`decided_by`) corrects it. `folder` and `uid` are where its
-- attachments are. `stored_at` finds the text in `message_body`; without it, the text is here.
-- `other_mailbox_id` is where it was read, if that is not the mailbox of its conversation.
create table message (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  visible_to uuid not null,
  other_mailbox_id uuid,
  direction message_direction not null,
  sent_at timestamptz(3) not null,
  subject text,
  text text not null,
  message_id text,
  sender text,
  sender_name text,
  kind text constraint message_kind check (kind in
    ('human', 'away', 'automatic', 'bounce', 'delayed', 'complaint', 'unsubscribe')),
  matched_by text,
  decision jsonb,
  decided_by uuid,
  effects jsonb,
  attachments jsonb not null default '[]',
  folder text,
  uid bigint,
  stored_at timestamptz(3),
  reply_to text,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
);
create index message_thread on message (workspace_id, conversation_id, sent_at, id);
create index message_header on message (workspace_id, message_id) where message_id is not null;
create index message_sender on message (workspace_id, sender, sent_at) where sender is not null;
create index message_elsewhere on message (workspace_id, other_mailbox_id) where other_mailbox_id is not null;
alter table message enable row level security;
create policy own_workspace on message using (workspace_id = (select current_workspace()));
create policy audience on message as restrictive using (
  visible_to = (select current_workspace()) or visible_to = (select current_member()) or (select sees_all()));
grant select, insert, update, delete on message to outcrop_app;

-- The mailbox has another audience than the conversation if a job has yet to move it, too.
create function copy_message_audience() returns trigger
language plpgsql
as $$
begin
  select common_audience(new.workspace_id, c.visible_to, b.visible_to) into new.visible_to
  from conversation c
  join mailbox b on b.workspace_id = new.workspace_id and b.id = coalesce(new.other_mailbox_id, c.mailbox_id)
  where c.workspace_id = new.workspace_id and c.id = new.conversation_id
  for key share;
  return new;
end $$;

create trigger copy_audience before insert on message
  for each row when (new.visible_to is null) execute function copy_message_audience();

-- What messages say, by month, so that an old month is dropped as a whole. There is no foreign key for
-- the same reason; a trigger deletes the text of a deleted message. `snippet` is the beginning of what
-- its sender wrote. `words` are the words by which it is found, so that deleting the text finds them in
-- the index.
create table message_body (
  workspace_id uuid not null,
  message_id uuid not null,
  stored_at timestamptz(3) not null,
  visible_to uuid not null,
  text text not null,
  snippet text not null default '',
  html text,
  words text[] collate "C",
  primary key (workspace_id, message_id, stored_at)
) partition by range (stored_at);
create index message_body_age on message_body (workspace_id, stored_at);
alter table message_body enable row level security;
create policy own_workspace on message_body using (workspace_id = (select current_workspace()));
create policy audience on message_body as restrictive using (
  visible_to = (select current_workspace()) or visible_to = (select current_member()) or (select sees_all()));
grant select, insert, update, delete on message_body to outcrop_app;

-- One row for each distinct word of a message. By month like the texts, and dropped with them. No
-- foreign key: a trigger deletes the words of a deleted message. The audience comes before the word, so
-- that a search never reads hidden words.
create table message_word (
  workspace_id uuid not null,
  visible_to uuid not null,
  word text collate "C" not null,
  stored_at timestamptz(3) not null,
  message_id uuid not null,
  conversation_id uuid not null,
  primary key (workspace_id, visible_to, word, stored_at, message_id) include (conversation_id)
) partition by range (stored_at);
alter table message_word enable row level security;
create policy own_workspace on message_word using (workspace_id = (select current_workspace()));
create policy audience on message_word as restrictive using (
  visible_to = (select current_workspace()) or visible_to = (select current_member()) or (select sees_all()));
grant select, insert, delete on message_word to outcrop_app;

create function make_message_partitions(at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp
as $$ select attach_months('message_body', at); select attach_months('message_word', at) $$;

-- Kept for 13 months.
create function drop_old_messages(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition(of_table,
    month_partition(of_table, (date_trunc('month', at at time zone 'UTC') - interval '13 months')::date))
  from unnest(array['message_body', 'message_word']) as of_table
$$;

-- Texts that workspaces keep for a shorter time, with their words, at most so many at a time. A
-- conversation whose last message is older loses its snippet.
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
    returning b.workspace_id, b.message_id, b.stored_at, b.visible_to, b.words),
  words as (
    delete from message_word w using body cross join lateral unnest(body.words) as gone (word)
    where w.workspace_id = body.workspace_id and w.visible_to = body.visible_to and w.word = gone.word
      and w.stored_at = body.stored_at and w.message_id = body.message_id),
  snippets as (
    update conversation c set snippet = ''
    from body join message m on m.workspace_id = body.workspace_id and m.id = body.message_id
    where c.workspace_id = m.workspace_id and c.id = m.conversation_id and c.last_message_at <= m.sent_at)
  select count(*) into purged from body;
  return purged;
end $$;

-- A reply that a user wrote in the inbox. Its id becomes that of its message once it is accepted; its
-- text is in `message_body` from the beginning. `wake_at` is when a worker looks at it next, null once
-- it has ended; `lease_id` belongs to the worker that looks. Each claim raises `attempt`, so that a
-- worker that lost it cannot go on. `answers_id` is the message that it quotes.
create table outbound_reply (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  visible_to uuid not null,
  mailbox_id uuid not null,
  user_id uuid not null,
  answers_id uuid,
  recipient text not null,
  recipient_name text,
  subject text not null,
  status text not null default 'waiting' check (status in
    ('waiting', 'canceled', 'claimed', 'at_dot', 'handed_over', 'accepted', 'refused', 'deferred', 'unknown')),
  attempt integer not null default 0,
  tries integer not null default 0,
  message_id text not null,
  server_message_id text,
  answer text,
  evidence text,
  created_at timestamptz(3) not null,
  send_at timestamptz(3) not null,
  wake_at timestamptz(3),
  lease_id uuid,
  settled_at timestamptz(3),
  look_at timestamptz(3),
  stored_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
);
create index outbound_reply_conversation on outbound_reply (workspace_id, conversation_id, created_at, id);
create index outbound_reply_due on outbound_reply (wake_at) where wake_at is not null;
create index outbound_reply_author on outbound_reply (workspace_id, user_id) where wake_at is not null;
create index outbound_reply_unknown on outbound_reply (look_at) where status = 'unknown';
alter table outbound_reply enable row level security;
create policy own_workspace on outbound_reply using (workspace_id = (select current_workspace()));
create policy audience on outbound_reply as restrictive using (
  visible_to = (select current_workspace()) or visible_to = (select current_member()) or (select sees_all()));
grant select, insert, update on outbound_reply to outcrop_app;

create function copy_conversation_audience() returns trigger
language plpgsql
as $$
begin
  select visible_to into new.visible_to from conversation
  where workspace_id = new.workspace_id and id = new.conversation_id for key share;
  return new;
end $$;

create trigger copy_audience before insert on outbound_reply
  for each row when (new.visible_to is null) execute function copy_conversation_audience();

-- The text of a message or reply, which is inserted before.
create function copy_body_audience() returns trigger
language plpgsql
as $$
begin
  new.visible_to := coalesce(
    (select visible_to from message where workspace_id = new.workspace_id and id = new.message_id),
    (select visible_to from outbound_reply where workspace_id = new.workspace_id and id = new.message_id));
  return new;
end $$;

create trigger copy_audience before insert on message_body
  for each row when (new.visible_to is null) execute function copy_body_audience();

create function delete_message_body() returns trigger
language plpgsql
as $$
begin
  with body as (
    delete from message_body
    where workspace_id = old.workspace_id and message_id = old.id and stored_at = old.stored_at
    returning visible_to, words)
  delete from message_word w using body cross join lateral unnest(body.words) as gone (word)
  where w.workspace_id = old.workspace_id and w.visible_to = body.visible_to and w.word = gone.word
    and w.stored_at = old.stored_at and w.message_id = old.id;
  return null;
end $$;

create trigger delete_body after delete on message
  for each row when (old.stored_at is not null) execute function delete_message_body();

create trigger delete_body after delete on outbound_reply
  for each row execute function delete_message_body();

-- Replies of all workspaces that a worker should look at now.
create function due_replies(at timestamptz, most integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from outbound_reply where wake_at <= at order by wake_at limit most
$$;

-- Mailboxes of all workspaces with emails or replies in an unknown state that is to be looked up now.
create function mailboxes_with_unknown(at timestamptz, most integer)
returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, mailbox_id from (
    (select workspace_id, mailbox_id from outbound_message
     where status = 'unknown' and look_at <= at order by look_at limit most)
    union
    (select workspace_id, mailbox_id from outbound_reply
     where status = 'unknown' and look_at <= at order by look_at limit most)) open
  limit most
$$;

-- Texts for replies. `name_key` is the name as it is compared.
create table saved_reply (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  text text not null,
  updated_at timestamptz(3) not null,
  bytes bigint not null generated always as (octet_length(text)) stored,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);
alter table saved_reply enable row level security;
create policy own_workspace on saved_reply using (workspace_id = (select current_workspace()));
grant select, insert, update, delete on saved_reply to outcrop_app;

revoke execute on function make_message_partitions, drop_old_messages, purge_message_texts, due_replies,
  mailboxes_with_unknown from public;
grant execute on function make_message_partitions, drop_old_messages, purge_message_texts, due_replies,
  mailboxes_with_unknown to outcrop_app;

select make_message_partitions();
