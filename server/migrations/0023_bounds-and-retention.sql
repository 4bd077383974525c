-- Up Migration

-- When something was last heard of a task: one whose job is lost can then be told from a slow one.
alter table task add column touched_at timestamptz(3) not null default now();
-- How many a workspace has under way, and which of them are lost. `touched_at` is not part of it:
-- it changes with every slice, and an index on it would have to change too.
create index task_open on task (workspace_id, created_at) where finished_at is null;
create index task_finished on task (finished_at) where finished_at is not null;

-- How large a file was that is kept; those from before this count as nothing and go within 30 days.
alter table import_file add column bytes bigint not null default 0;

create index enrichment_finished on enrichment (finished_at) where finished_at is not null;
create index audit_entry_age on audit_entry (created_at);

-- A task is kept for 90 days after its end, with whom it was about and what failed; then it cannot be
-- undone any more. One of which nothing was heard for a day will not come back: its job is lost.
create function purge_tasks(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
  more integer;
begin
  update task
  set status = 'failed', finished_at = now(), started_at = coalesce(started_at, now()),
      input = input #- '{filter,q}',
      error = 'The work stopped and did not go on. What was done stays done; start it again.'
  where finished_at is null and touched_at < now() - interval '1 day';
  with old as (
    select x.workspace_id, x.task_id, x.number
    from task t
    join task_target x on x.workspace_id = t.workspace_id and x.task_id = t.id
    where t.finished_at < now() - interval '90 days'
    limit most
  )
  delete from task_target x using old
  where x.workspace_id = old.workspace_id and x.task_id = old.task_id and x.number = old.number;
  get diagnostics purged = row_count;
  with old as (
    select x.workspace_id, x.task_id, x.number
    from task t
    join task_failure x on x.workspace_id = t.workspace_id and x.task_id = t.id
    where t.finished_at < now() - interval '90 days'
    limit most - purged
  )
  delete from task_failure x using old
  where x.workspace_id = old.workspace_id and x.task_id = old.task_id and x.number = old.number;
  get diagnostics more = row_count;
  purged := purged + more;
  if purged < most then
    -- Nothing is left that would go with them, but for files of exports, which have gone long ago.
    with old as (
      select workspace_id, id from task
      where finished_at < now() - interval '90 days'
      order by finished_at limit most - purged
    )
    delete from task t using old where t.workspace_id = old.workspace_id and t.id = old.id;
    get diagnostics more = row_count;
    purged := purged + more;
  end if;
  return purged;
end $$;

-- What was researched is part of the prospect. The work behind it is kept for 90 days, its request
-- until the last of it has gone.
create function purge_enrichments(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  purged integer;
begin
  with old as (
    select workspace_id, id from enrichment
    where finished_at < now() - interval '90 days'
    order by finished_at limit most
  ), gone as (
    delete from enrichment e using old
    where e.workspace_id = old.workspace_id and e.id = old.id
    returning e.workspace_id, e.job_id
  ), counted as (
    select count(*)::integer as count from gone
  ), empty as (
    select distinct g.workspace_id, g.job_id from gone g
    where not exists (
      select from enrichment e
      where e.workspace_id = g.workspace_id and e.job_id = g.job_id
        and (e.workspace_id, e.id) not in (select workspace_id, id from old))
  ), jobs as (
    delete from enrichment_job j using empty
    where j.workspace_id = empty.workspace_id and j.id = empty.job_id
  )
  select count into purged from counted;
  return purged;
end $$;

create function purge_audit(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select workspace_id, created_at, id from audit_entry
    where created_at < now() - interval '13 months'
    order by created_at limit most
  ), gone as (
    delete from audit_entry e using old
    where e.workspace_id = old.workspace_id and e.created_at = old.created_at and e.id = old.id
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function purge_tasks, purge_enrichments, purge_audit from public;
grant execute on function purge_tasks, purge_enrichments, purge_audit to outcrop_app;

-- A file goes as a whole when its last piece is old enough, so that none is offered that lacks its end.
create or replace function purge_exports(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select p.workspace_id, p.task_id, p.number
    from export_piece p
    join task t on t.workspace_id = p.workspace_id and t.id = p.task_id
    where p.created_at < now() - interval '7 days'
      and coalesce(t.finished_at, t.touched_at) < now() - interval '7 days'
    order by p.created_at limit most
  ), gone as (
    delete from export_piece p using old
    where p.workspace_id = old.workspace_id and p.task_id = old.task_id and p.number = old.number
    returning 1
  )
  select count(*)::integer from gone
$$;

-- What was searched for may be someone's name or address: of finished tasks and of the audit log only
-- its length stays.
update task set input = input #- '{filter,q}'
where finished_at is not null and input #> '{filter,q}' is not null;
update audit_entry set detail = jsonb_set(detail, '{filter,q}', to_jsonb(length(detail #>> '{filter,q}')))
where jsonb_typeof(detail #> '{filter,q}') = 'string';
