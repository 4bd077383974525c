import { type Database, sql } from '../../src/platform/db/index.ts';

/** Records every change of a lease from now on, in the order of the changes of each mailbox. */
export async function recordWatches(owner: Database): Promise<void> {
  await owner.query(sql`
    create table watch_history (
      number bigint generated always as identity, mailbox_id uuid, holder uuid, fence bigint,
      held_until timestamptz, at timestamptz default now())`);
  await owner.query(sql`
    create function record_watch() returns trigger language plpgsql security definer as $$
    begin
      insert into watch_history (mailbox_id, holder, fence, held_until)
      values (new.mailbox_id, new.holder, new.fence, new.held_until);
      return null;
    end $$`);
  await owner.query(sql`
    create trigger record_watch after update on watch for each row execute function record_watch()`);
}

/** Acquisitions of a mailbox during the lease of another worker. */
export const overlappingWatches = (owner: Database): Promise<unknown[]> =>
  owner.query(sql`
    select * from (
      select mailbox_id, number, at, fence, lag(fence) over leases as earlier,
             lag(holder) over leases as previous, lag(held_until) over leases as until
      from watch_history window leases as (partition by mailbox_id order by number)) as lease
    where fence <> earlier and previous is not null and until > at`);

/** The workers that have held a mailbox, the first one first. */
export async function holdersOf(owner: Database, mailboxId: string): Promise<string[]> {
  const rows = await owner.query<{ holder: string }>(sql`
    select holder from watch_history where mailbox_id = ${mailboxId} and holder is not null
    group by holder order by min(number)`);
  return rows.map(({ holder }) => holder);
}
