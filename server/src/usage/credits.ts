import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface Credits {
  /** Credits that can still be reserved. */
  remaining: number;
  /** The month that reservations made now are of, as its first day. */
  month: string;
}

interface Account {
  month: string;
  balance: number;
  reserved: number;
}

/**
 * Locks the workspace's credits until the transaction ends, prospects having been locked before. The
 * first who comes in a month lets what is unspent expire and grants the plan's credits.
 */
export async function lockCredits(tx: Tx): Promise<Credits> {
  const [, [account]] = await Promise.all([
    tx.run(sql`
      insert into credit_account (workspace_id, month) values (${tx.workspaceId}, 'epoch')
      on conflict do nothing`),
    tx.rows<Account & { now: string; monthly: number }>(sql`
      select account.month::text, account.balance, account.reserved,
             current_month()::text as now, plan.monthly_credits as monthly
      from credit_account account
      join workspace on workspace.id = account.workspace_id
      join plan on plan.id = workspace.plan_id
      where account.workspace_id = ${tx.workspaceId}
      for update of account`),
  ]);
  const { month, balance, reserved, now, monthly } = account!;
  const unspent = balance - reserved;
  if (month >= now) return { remaining: unspent, month };
  const begun = [
    { kind: 'expire', balance: -unspent, reserved: 0, month },
    { kind: 'grant', balance: monthly, reserved: 0, month: now },
  ].filter(({ kind, balance }) => kind === 'grant' || balance !== 0);
  tx.atCommit(sql`update credit_account set month = ${now} where workspace_id = ${tx.workspaceId}`);
  enter(
    tx,
    sql`select kind::credit_entry_kind, balance, reserved, month, null::uuid as enrichment_id
        from json_to_recordset(${JSON.stringify(begun)}) as begun (kind text, balance int, reserved int, month date)`,
  );
  return { remaining: monthly, month: now };
}

/** Sets one credit aside for each. To be called behind `lockCredits`, for no more than remain. */
export function reserveCredits(tx: Tx, { month }: Credits, enrichmentIds: string[]): void {
  if (enrichmentIds.length === 0) return;
  enter(
    tx,
    sql`select 'reserve'::credit_entry_kind, 0, 1, ${month}::date, unnest(${enrichmentIds}::uuid[])`,
  );
}

/** Work that has ended, and whether it has earned its credit. */
export interface Settled {
  enrichmentId: string;
  /** The month that the credit was reserved from. */
  month: string;
  isSpent: boolean;
}

/**
 * Ends reservations: each credit is spent or comes back. One that comes back after its month is over
 * expires at once. Whoever calls holds the rows of this work, so that nobody else settles it, and
 * the account is only held for the time that COMMIT takes.
 */
export function settleCredits(tx: Tx, settled: Settled[]): void {
  if (settled.length === 0) return;
  tx.atCommit(sql`select from credit_account where workspace_id = ${tx.workspaceId} for update`);
  enter(
    tx,
    sql`
    select entry.kind::credit_entry_kind, entry.balance, entry.reserved, settled.month, settled."enrichmentId"
    from json_to_recordset(${JSON.stringify(settled)})
      as settled ("enrichmentId" uuid, month date, "isSpent" boolean)
    join credit_account account on account.workspace_id = ${tx.workspaceId}
    cross join (values ('capture', -1, -1), ('release', 0, -1), ('expire', -1, 0)) as entry (kind, balance, reserved)
    where case entry.kind when 'capture' then "isSpent" when 'release' then not "isSpent"
          else not "isSpent" and settled.month < account.month end`,
  );
}

/**
 * Version 7, to the microsecond. Entries of one transaction have one time, and are told in the order in
 * which they were made, so that the balance after each of them is right.
 */
const orderedId = sql`
  (lpad(to_hex(clock.us / 1000), 12, '0') || '7' || lpad(to_hex(clock.us % 1000), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid`;

/**
 * The entries, the count of their day and the account change together. The row of the account is
 * held already, by an earlier statement.
 */
function enter(tx: Tx, entries: Sql): void {
  tx.atCommit(sql`
    with entry as (
      insert into credit_entry
        (workspace_id, id, kind, balance_change, reserved_change, month, enrichment_id)
      select ${tx.workspaceId}, ${orderedId}, made.*
      from (${entries}) as made (kind, balance, reserved, month, enrichment_id),
           (select (extract(epoch from clock_timestamp()) * 1000000)::bigint) as clock (us)
      returning kind, balance_change, reserved_change
    ), spent as (
      insert into credit_day (workspace_id, day, spent)
      select ${tx.workspaceId}, (now() at time zone 'UTC')::date, count(*)
      from entry where kind = 'capture' having count(*) > 0
      on conflict (workspace_id, day) do update set spent = credit_day.spent + excluded.spent
    )
    update credit_account
    set balance = balance + (select coalesce(sum(balance_change), 0) from entry),
        reserved = reserved + (select coalesce(sum(reserved_change), 0) from entry)
    where workspace_id = ${tx.workspaceId}`);
}
