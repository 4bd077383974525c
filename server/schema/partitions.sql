create function day_partition(of_table text, day date) returns text
language sql immutable
as $$ select of_table || '_' || to_char(day, 'YYYY_MM_DD') $$;

create function month_partition(of_table text, month date) returns text
language sql immutable
as $$ select of_table || '_' || to_char(month, 'YYYY_MM') $$;

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

-- The day of the instant and the seven after it.
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

-- The month of the instant and the three after it.
create function attach_months(of_table text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp
as $$
declare
  month date;
begin
  for ahead in 0..3 loop
    month := date_trunc('month', at at time zone 'UTC') + make_interval(months => ahead);
    perform attach_partition(of_table, month_partition(of_table, month), month, month + interval '1 month');
  end loop;
end $$;

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

revoke execute on function attach_partition, attach_days, attach_months, drop_oldest_partition from public;
