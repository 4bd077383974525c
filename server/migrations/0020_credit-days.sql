-- Up Migration

-- How many credits were spent on each day, in UTC: the captures of the ledger, counted as they are made.
create table credit_day (
  workspace_id uuid not null references workspace,
  day date not null,
  spent integer not null check (spent > 0),
  primary key (workspace_id, day)
);
alter table credit_day enable row level security;
create policy own_workspace on credit_day using (workspace_id = (select current_workspace()));
grant select, insert, update on credit_day to outcrop_app;

insert into credit_day (workspace_id, day, spent)
select workspace_id, (created_at at time zone 'UTC')::date, sum(-balance_change)
from credit_entry where kind = 'capture'
group by 1, 2;
