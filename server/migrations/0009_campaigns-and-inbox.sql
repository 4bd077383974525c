-- Up Migration

create index campaign_newest on campaign (workspace_id, created_at desc, id desc)
  where status <> 'archived';
create index campaign_archived on campaign (workspace_id, created_at desc, id desc)
  where status = 'archived';

create type campaign_step_kind as enum ('email', 'wait');

-- What a campaign does, in order. A letter without a subject goes on in the thread before it.
create table campaign_step (
  workspace_id uuid not null,
  campaign_id uuid not null,
  position integer not null check (position >= 1),
  kind campaign_step_kind not null,
  subject text,
  body text,
  wait_days integer,
  primary key (workspace_id, campaign_id, position),
  foreign key (workspace_id, campaign_id) references campaign on delete cascade,
  check (case kind
    when 'email' then body is not null and wait_days is null
    when 'wait' then wait_days is not null and wait_days >= 1 and subject is null and body is null
  end)
);

create type address_fact_kind as enum ('unsubscribed', 'complained', 'bounced');

-- What is known of an address, whoever has it: it is not to be written to. It outlives the person,
-- so it names the address as `suppression` does. Facts are lifted, not deleted, so that it stays
-- known who did it and why.
create table address_fact (
  workspace_id uuid not null references workspace,
  id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  kind address_fact_kind not null,
  created_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  lifted_by uuid,
  lift_reason text,
  primary key (workspace_id, id),
  check (num_nonnulls(lifted_at, lifted_by, lift_reason) in (0, 3))
);
create unique index address_fact_standing on address_fact (workspace_id, hash, kind)
  where lifted_at is null;

-- A member who leaves does not take a mailbox along: a shared one goes on, and a private one waits
-- unseen for a new owner.
create table mailbox (
  workspace_id uuid not null references workspace,
  id uuid not null,
  owner_id uuid,
  shared boolean not null default false,
  address text not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references member on delete set null (owner_id)
);
create index mailbox_owner on mailbox (workspace_id, owner_id);

create type channel as enum ('email');
create type message_direction as enum ('inbound', 'outbound');

-- What was said to a person is personal data, so it is deleted with the prospect.
create table conversation (
  workspace_id uuid not null,
  id uuid not null,
  mailbox_id uuid not null,
  prospect_id uuid,
  campaign_id uuid,
  channel channel not null default 'email',
  subject text,
  snippet text not null,
  last_message_at timestamptz(3) not null,
  last_direction message_direction not null,
  unread boolean not null default false,
  message_count integer not null check (message_count >= 0),
  primary key (workspace_id, id),
  foreign key (workspace_id, mailbox_id) references mailbox on delete cascade,
  foreign key (workspace_id, prospect_id) references prospect on delete cascade,
  foreign key (workspace_id, campaign_id) references campaign on delete set null (campaign_id)
) partition by hash (workspace_id);
-- Each holds one mailbox's unread conversations, and the others, newest first: an inbox is merged
-- from the tops of these, so that what a user may not see is never read.
create index conversation_newest on conversation
  (workspace_id, mailbox_id, unread, last_message_at desc, id desc);
create index conversation_campaign on conversation
  (workspace_id, campaign_id, mailbox_id, unread, last_message_at desc, id desc);
create index conversation_prospect on conversation (workspace_id, prospect_id);

create table message (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction message_direction not null,
  sent_at timestamptz(3) not null,
  subject text,
  text text not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
) partition by hash (workspace_id);
create index message_thread on message (workspace_id, conversation_id, sent_at, id);

do $$
declare
  partitioned text;
begin
  foreach partitioned in array array['conversation', 'message'] loop
    for remainder in 0..31 loop
      execute format('create table %I partition of %I for values with (modulus 32, remainder %s)',
                     format('%s_p%s', partitioned, to_char(remainder, 'fm00')), partitioned, remainder);
    end loop;
  end loop;
end $$;

alter table campaign_step enable row level security;
create policy own_workspace on campaign_step using (workspace_id = (select current_workspace()));
alter table address_fact enable row level security;
create policy own_workspace on address_fact using (workspace_id = (select current_workspace()));
alter table mailbox enable row level security;
create policy own_workspace on mailbox using (workspace_id = (select current_workspace()));
alter table conversation enable row level security;
create policy own_workspace on conversation using (workspace_id = (select current_workspace()));
alter table message enable row level security;
create policy own_workspace on message using (workspace_id = (select current_workspace()));

grant select, insert, update on address_fact to outcrop_app;
grant select, insert, update, delete
  on campaign_step, mailbox, conversation, message to outcrop_app;
