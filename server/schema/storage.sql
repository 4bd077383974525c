-- How much a workspace stores of what it can add without another limit, by kind. Triggers count each
-- statement that changes the column `bytes` of a table.
create table stored_bytes (
  workspace_id uuid not null references workspace,
  kind text not null,
  bytes bigint not null,
  primary key (workspace_id, kind)
);
alter table stored_bytes enable row level security;
create policy own_workspace on stored_bytes using (workspace_id = (select current_workspace()));
grant select on stored_bytes to outcrop_app;

-- What the statements of an open transaction have changed. COMMIT adds it to `stored_bytes`, so that
-- transactions of a workspace wait for each other only there, and after all other locks.
create table stored_change (
  workspace_id uuid not null references workspace,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  bytes bigint not null,
  primary key (workspace_id, id)
);

create function free_storage(workspace uuid) returns bigint
language sql stable parallel safe
as $$
  select plan.max_stored_bytes
    - (select coalesce(sum(bytes), 0)::bigint from stored_bytes where workspace_id = workspace)
  from workspace w join plan on plan.id = w.plan_id
  where w.id = workspace
$$;

create function record_stored_bytes() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into stored_change (workspace_id, kind, bytes)
    select workspace_id, tg_argv[0], sum(bytes) from added
    group by workspace_id having sum(bytes) <> 0;
  elsif tg_op = 'DELETE' then
    insert into stored_change (workspace_id, kind, bytes)
    select workspace_id, tg_argv[0], -sum(bytes) from gone
    group by workspace_id having sum(bytes) <> 0 order by workspace_id;
  else
    insert into stored_change (workspace_id, kind, bytes)
    select workspace_id, tg_argv[0], sum(bytes)
    from (
      select workspace_id, bytes from added
      union all
      select workspace_id, -bytes from gone) as change
    group by workspace_id having sum(bytes) <> 0;
  end if;
  return null;
end $$;

-- Runs once for each change, and adds all changes of the workspace the first time. Responses that are
-- kept for repeated requests never make a transaction fail.
create function add_stored_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  added bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('stored_bytes ' || new.workspace_id, 0));
  with change as (
    delete from stored_change where workspace_id = new.workspace_id returning kind, bytes
  ), total as (
    select kind, sum(bytes)::bigint as bytes from change group by kind
  ), counted as (
    insert into stored_bytes as stored (workspace_id, kind, bytes)
    select new.workspace_id, kind, bytes from total
    on conflict (workspace_id, kind) do update set bytes = stored.bytes + excluded.bytes
  )
  select sum(bytes) filter (where kind <> 'responses') into added from total;
  if added > 0 and free_storage(new.workspace_id) < 0 then
    raise exception 'The workspace has used its storage.' using errcode = 'OC001';
  end if;
  return null;
end $$;

create constraint trigger stored_change_added after insert on stored_change
  deferrable initially deferred for each row execute function add_stored_changes();

-- A trigger with transition tables is for one kind of statement.
do $$
declare
  counted record;
begin
  for counted in
    select * from (values
      ('campaign_step', 'campaigns'), ('saved_reply', 'savedReplies'), ('note', 'notes'),
      ('saved_view', 'views'), ('import_file', 'imports'), ('export_piece', 'exports'),
      ('idempotency', 'responses')) as kind_of (name, kind)
  loop
    execute format(
      'create trigger count_inserted after insert on %I referencing new table as added
       for each statement execute function record_stored_bytes(%L)', counted.name, counted.kind);
    execute format(
      'create trigger count_updated after update on %I referencing new table as added old table as gone
       for each statement execute function record_stored_bytes(%L)', counted.name, counted.kind);
    execute format(
      'create trigger count_deleted after delete on %I referencing old table as gone
       for each statement execute function record_stored_bytes(%L)', counted.name, counted.kind);
  end loop;
end $$;

revoke execute on function record_stored_bytes, add_stored_changes from public;
