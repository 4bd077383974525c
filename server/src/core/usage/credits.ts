import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { counter } from '../../platform/observe/metrics.ts';

const creditsTotal = counter(
  'outcrop_credits_total',
  'Credits, by what happened to them: reserved, spent, or released because the work failed',
  ['change'],
);

export interface CreditBalance {
  /** Credits that can still be reserved. */
  remaining: number;
  /** The month of new reservations, as its first day. */
  month: string;
}

interface CreditAccount {
  month: string;
  balance: number;
  reserved: number;
}

/**
 * Locks the workspace's credits until the transaction ends. Prospects must be locked first. The first
 * call in a month expires unspent credits and grants the plan's new ones.
 */
export async function lockCredits(tx: Tx): Promise<CreditBalance> {
  const [, [account]] = await Promise.all([
    tx.run(sql`
      insert into credit_account (workspace_id, month) values (${tx.workspaceId}, 'epoch')
      on conflict do nothing`),
    tx.rows<CreditAccount & { now: string; monthly: number }>(sql`
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
  const monthEntries = [
    { kind: 'expire', balance: -unspent, reserved: 0, month },
    { kind: 'grant', balance: monthly, reserved: 0, month: now },
  ].filter(({ kind, balance }) => kind === 'grant' || balance !== 0);
  tx.defer(sql`update credit_account set month = ${now} where workspace_id = ${tx.workspaceId}`);
  insertCreditEntries(
    tx,
    sql`select kind::credit_entry_kind, balance, reserved, month, null::uuid as enrichment_id
        from json_to_recordset(${JSON.stringify(monthEntries)}) as begun (kind text, balance int, reserved int, month date)`,
  );
  return { remaining: monthly, month: now };
}

/** Reserves one credit each. Call after `lockCredits`, for no more than `remaining`. */
export function reserveCredits(tx: Tx, { month }: CreditBalance, enrichmentIds: string[]): void {
  if (enrichmentIds.length === 0) return;
  tx.afterCommit(() => creditsTotal.inc({ change: 'reserved' }, enrichmentIds.length));
  insertCreditEntries(
    tx,
    sql`select 'reserve'::credit_entry_kind, 0, 1, ${month}::date, unnest(${enrichmentIds}::uuid[])`,
  );
}

/** The outcome of a reservation. */
export interface CreditSettlement {
  enrichmentId: string;
  /** The month that the credit was reserved from. */
  month: string;
  isSpent: boolean;
}

/**
 * Spends or releases reserved credits. A credit released after its month ended expires immediately.
 * The caller must hold the enrichment rows, so that none is settled twice. The account is locked only
 * during COMMIT.
 */
export function settleCredits(tx: Tx, settlements: CreditSettlement[]): void {
  if (settlements.length === 0) return;
  const spent = settlements.filter(({ isSpent }) => isSpent).length;
  tx.afterCommit(() => {
    creditsTotal.inc({ change: 'spent' }, spent);
    creditsTotal.inc({ change: 'released' }, settlements.length - spent);
  });
  tx.defer(sql`select from credit_account where workspace_id = ${tx.workspaceId} for update`);
  insertCreditEntries(
    tx,
    sql`
    select entry.kind::credit_entry_kind, entry.balance, entry.reserved, settled.month, settled."enrichmentId"
    from json_to_recordset(${JSON.stringify(settlements)})
      as settled ("enrichmentId" uuid, month date, "isSpent" boolean)
    join credit_account account on account.workspace_id = ${tx.workspaceId}
    cross join (values ('capture', -1, -1), ('release', 0, -1), ('expire', -1, 0)) as entry (kind, balance, reserved)
    where case entry.kind when 'capture' then "isSpent" when 'release' then not "isSpent"
          else not "isSpent" and settled.month < account.month end`,
  );
}

/**
 * UUIDv7 with microseconds. Entries of one transaction share a timestamp; the id keeps their order, so
 * that the running balance is correct.
 */
const orderedId = sql`
  (lpad(to_hex(clock.us / 1000), 12, '0') || '7' || lpad(to_hex(clock.us % 1000), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid`;

/**
 * Changes the entries, the daily count and the account together. The account row must already be
 * locked by an earlier statement.
 */
function insertCreditEntries(tx: Tx, entries: Sql): void {
  tx.defer(sql`
    with entry as (
      insert into credit_entry
        (workspace_id, id, kind, balance_change, reserved_change, month, enrichment_id)
      select ${tx.workspaceId}, ${orderedId}, new_entry.*
      from (${entries}) as new_entry (kind, balance, reserved, month, enrichment_id),
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

/** The credits as the API shows them. */
export const creditsOf = ({
  credits,
}: {
  credits: { monthly: number; balance: number; reserved: number };
}) => ({
  monthly: credits.monthly,
  remaining: credits.balance - credits.reserved,
  reserved: credits.reserved,
});
