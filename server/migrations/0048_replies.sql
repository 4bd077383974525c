-- Up Migration

set local lock_timeout = '5s';

-- A reply that a user wrote in the inbox. Its id becomes that of its message once it is accepted; its
-- text is in `message_body` from the beginning. `wake_at` is when a worker looks at it next, null once
-- it has ended; `lease_id` belongs to the worker that looks. Each claim raises `attempt`, so that a
-- worker that lost it cannot go on. `answers_id` is the message that it quotes.
create table outbound_reply (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
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
create index outbound_reply_unknown on outbound_reply (look_at) where status = 'unknown';
create trigger delete_body after delete on outbound_reply
  for each row execute function delete_message_body();

-- Texts for replies. `name_key` is the name as it is compared.
create table saved_reply (
  workspace_id uuid not null references workspace,
  id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  text text not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);

alter table outbound_reply enable row level security;
create policy own_workspace on outbound_reply using (workspace_id = (select current_workspace()));
alter table saved_reply enable row level security;
create policy own_workspace on saved_reply using (workspace_id = (select current_workspace()));
grant select, insert, update on outbound_reply to outcrop_app;
grant select, insert, update, delete on saved_reply to outcrop_app;

-- The address that a received message wants to be answered at, if it is not the sender's.
alter table message add column reply_to text;

-- Replies of all workspaces that a worker should look at now.
create function due_replies(at timestamptz, most integer) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select workspace_id, id from outbound_reply where wake_at <= at order by wake_at limit most
$$;

-- Mailboxes of all workspaces with emails or replies whose fate is to be looked up now.
create or replace function mailboxes_with_unknown(at timestamptz, most integer)
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

revoke execute on function due_replies from public;
grant execute on function due_replies to outcrop_app;
