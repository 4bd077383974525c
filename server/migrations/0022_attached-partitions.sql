-- Up Migration

create function has_partition(of_table text, name text) returns boolean
language sql stable
as $$
  select exists (select from pg_inherits
                 where inhrelid = to_regclass(quote_ident(name)) and inhparent = of_table::regclass)
$$;

-- Partitions are created as tables of their own and then attached, which takes SHARE UPDATE EXCLUSIVE on
-- the parent. `create table … partition of` takes ACCESS EXCLUSIVE: behind a backup it waits until the
-- backup ends, and every insert waits behind it. The new table is empty and has the parent's indexes, so
-- attaching it scans and builds nothing. A table that exists but is not attached is attached as it is.
create function attach_partition(of_table text, name text, starts timestamp, ends timestamp) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s'
as $$
begin
  if has_partition(of_table, name) then
    return;
  end if;
  -- Two processes must not both find it missing.
  perform pg_advisory_xact_lock(hashtext('attach_partition'));
  if has_partition(of_table, name) then
    return;
  end if;
  execute format('create table if not exists %I (like %I including all)', name, of_table);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                 of_table, name, starts at time zone 'UTC', ends at time zone 'UTC');
end $$;
revoke execute on function attach_partition from public;

create function attach_days(of_table text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp
as $$
declare
  day date;
begin
  for ahead in 0..7 loop
    day := (at at time zone 'UTC')::date + ahead;
    perform attach_partition(of_table, day_partition(of_table, day), day, day + 1);
  end loop;
end $$;
revoke execute on function attach_days from public;

-- The instant is a parameter, so that midnight and the end of a month can be tried on any day. Without
-- it they are what processes of the version before this one call.
drop function make_event_partitions(), make_delivery_partitions(), make_request_log_partitions();

-- The month of the instant and the three after it.
create function make_event_partitions(at timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  month date;
begin
  for ahead in 0..3 loop
    month := date_trunc('month', at at time zone 'UTC') + make_interval(months => ahead);
    perform attach_partition('event', event_partition(month), month, month + interval '1 month');
  end loop;
end $$;

-- The day of the instant and the seven after it, like the next.
create function make_delivery_partitions(at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp
as $$ select attach_days('delivery', at); select attach_days('delivery_attempt', at) $$;

create function make_request_log_partitions(at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp
as $$ select attach_days('request_log', at) $$;

-- Dropping takes ACCESS EXCLUSIVE on the parent. It is done for one partition at a time and given up
-- after a moment, so that no writer waits longer than that; the caller repeats it.
create function drop_oldest_partition(of_table text, before text) returns setof text
language plpgsql set search_path = public, pg_temp set lock_timeout = '200ms'
as $$
declare
  oldest text;
begin
  select min(relname::text) into oldest from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = of_table::regclass and relname < before;
  if oldest is not null then
    execute format('drop table %I', oldest);
    return next oldest;
  end if;
end $$;
revoke execute on function drop_oldest_partition from public;

drop function drop_old_event_partitions(), drop_old_deliveries(), drop_old_requests();

-- Events are kept for 13 months, deliveries for 30 days, the request log for 14.
create function drop_old_event_partitions(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition('event',
    event_partition((date_trunc('month', at at time zone 'UTC') - interval '13 months')::date))
$$;

create function drop_old_deliveries(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition(of_table, day_partition(of_table, (at at time zone 'UTC')::date - 30))
  from unnest(array['delivery', 'delivery_attempt']) as of_table
$$;

create function drop_old_requests(at timestamptz default now()) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  select drop_oldest_partition('request_log', day_partition('request_log', (at at time zone 'UTC')::date - 14))
$$;

-- Hours that no endpoint reports any more, at most so many at a time.
create function purge_webhook_hours(most integer) returns integer
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select workspace_id, webhook_id, hour from webhook_hour
    where hour < now() - interval '25 hours' limit most
    for update skip locked
  ), gone as (
    delete from webhook_hour using old
    where webhook_hour.workspace_id = old.workspace_id and webhook_hour.webhook_id = old.webhook_id
      and webhook_hour.hour = old.hour
    returning 1
  )
  select count(*)::integer from gone
$$;

revoke execute on function make_event_partitions, make_delivery_partitions, make_request_log_partitions,
  drop_old_event_partitions, drop_old_deliveries, drop_old_requests, purge_webhook_hours from public;
grant execute on function make_event_partitions, make_delivery_partitions, make_request_log_partitions,
  drop_old_event_partitions, drop_old_deliveries, drop_old_requests, purge_webhook_hours to outcrop_app;
