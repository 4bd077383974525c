import type { EnrichmentJob, EnrichmentResult, LedgerEntry } from '@outcrop/contract';
import type { PagePosition } from '../platform/cursor.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';
import type { EnrichOptions } from './enrichments.sql.ts';

type StoredJob = StoredRecord<EnrichmentJob, 'createdAt' | 'finishedAt'>;

const selectEnrichmentJobs = (tx: Tx, rest: Sql): Promise<StoredJob[]> =>
  tx.rows<StoredJob>(sql`
    select j.id, j.mode, j.total, e.queued, e.running, e.done, e.failed, e.cancelled,
           j.use_instructions as "useWorkspaceInstructions", j.custom_prompt as "customPrompt",
           e."inputTokens", e."outputTokens", e.cost,
           json_build_object('kind', j.actor_kind, 'id', j.actor_id) as "startedBy",
           j.created_at as "createdAt", case when e.queued + e.running = 0 then e.finished end as "finishedAt"
    from (select * from enrichment_job j where j.workspace_id = ${tx.workspaceId} ${rest}) as j
    cross join lateral (
      select count(*) filter (where status = 'queued')::int as queued,
             count(*) filter (where status = 'running')::int as running,
             count(*) filter (where status = 'done')::int as done,
             count(*) filter (where status = 'failed')::int as failed,
             count(*) filter (where status = 'cancelled')::int as cancelled,
             coalesce(sum(input_tokens), 0)::int as "inputTokens",
             coalesce(sum(output_tokens), 0)::int as "outputTokens",
             sum(cost)::float8 as cost,
             max(finished_at) as finished
      from enrichment where workspace_id = ${tx.workspaceId} and job_id = j.id) as e
    order by j.created_at desc, j.id desc`);

export const selectJobPage = (tx: Tx, after: PagePosition | null, limit: number) =>
  selectEnrichmentJobs(
    tx,
    sql`${after ? sql`and (j.created_at, j.id) < (${after.at}, ${after.id})` : sql``}
        order by j.created_at desc, j.id desc limit ${limit}`,
  );

export const selectJob = async (tx: Tx, id: string): Promise<StoredJob | undefined> =>
  (await selectEnrichmentJobs(tx, sql`and j.id = ${id}`))[0];

/** Work from before reason codes existed has the code `unknown`. */
const codeOf = sql`coalesce(e.reason_code, case when e.reason is not null then 'unknown' end)`;

export const selectResults = (
  tx: Tx,
  jobId: string,
  { status, after }: { status?: string | undefined; after?: string | undefined },
  limit: number,
): Promise<StoredRecord<EnrichmentResult, 'finishedAt'>[]> =>
  tx.rows<StoredRecord<EnrichmentResult, 'finishedAt'>>(sql`
    select e.id, e.prospect_id as "prospectId",
           (select full_name from prospect where workspace_id = ${tx.workspaceId} and id = e.prospect_id) as "prospectName",
           e.status, e.reason, ${codeOf} as code, e.before, e.result as after, e.model,
           e.finished_at as "finishedAt"
    from enrichment e
    where e.workspace_id = ${tx.workspaceId} and e.job_id = ${jobId}
      ${status === undefined ? sql`` : sql`and e.status = ${status}::enrichment_work_status`}
      ${after === undefined ? sql`` : sql`and e.id > ${after}`}
    order by e.id limit ${limit}`);

/** The options of a job, and the prospects whose work failed. */
export async function selectFailedWork(tx: Tx, jobId: string) {
  const [job] = await tx.rows<EnrichOptions & { prospectIds: string[] }>(sql`
    select mode, use_instructions as "useInstructions", custom_prompt as "customPrompt",
           array(select distinct prospect_id from enrichment e
                 where e.workspace_id = ${tx.workspaceId} and e.job_id = j.id and e.status = 'failed'
                   -- Someone else may have repeated it.
                   and not exists (
                     select from enrichment later
                     where later.workspace_id = ${tx.workspaceId} and later.prospect_id = e.prospect_id
                       and later.mode = e.mode and later.created_at > e.created_at
                       and later.status in ('queued', 'running', 'done')))
             as "prospectIds"
    from enrichment_job j
    where j.workspace_id = ${tx.workspaceId} and j.id = ${jobId}`);
  return job;
}

export async function selectCreditAccount(tx: Tx): Promise<{ balance: number; reserved: number }> {
  const [account] = await tx.rows<{ balance: number; reserved: number }>(sql`
    select balance, reserved from credit_account where workspace_id = ${tx.workspaceId}`);
  return account ?? { balance: 0, reserved: 0 };
}

/** Newest first. `balanceAfter` is today's balance minus all later changes. */
export const selectLedgerEntries = (
  tx: Tx,
  after: PagePosition | null,
  limit: number,
): Promise<StoredRecord<LedgerEntry, 'createdAt'>[]> =>
  tx.rows<StoredRecord<LedgerEntry, 'createdAt'>>(sql`
    with entry as (
      select * from credit_entry
      where workspace_id = ${tx.workspaceId}
        ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
      order by created_at desc, id desc
      limit ${limit}
    ), later as (
      select coalesce((select balance from credit_account where workspace_id = ${tx.workspaceId}), 0)
        - ${after ? changesSince(tx, after) : sql`0`} as balance
    )
    select entry.id, entry.kind, entry.balance_change as "balanceChange",
           entry.reserved_change as "reservedChange",
           (later.balance + entry.balance_change
             - sum(entry.balance_change) over (order by entry.created_at desc, entry.id desc))::int as "balanceAfter",
           entry.month::text, entry.enrichment_id as "enrichmentId", e.job_id as "jobId",
           e.prospect_id as "prospectId", p.full_name as "prospectName", entry.created_at as "createdAt"
    from entry
    cross join later
    left join enrichment e on e.workspace_id = ${tx.workspaceId} and e.id = entry.enrichment_id
    left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = e.prospect_id
    order by entry.created_at desc, entry.id desc`);

const changesSince = (tx: Tx, { at, id }: PagePosition): Sql => sql`
  (select coalesce(sum(balance_change), 0) from credit_entry
   where workspace_id = ${tx.workspaceId} and (created_at, id) >= (${at}, ${id}))`;
