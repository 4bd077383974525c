import type { EnrichmentJob, EnrichmentResult, LedgerEntry } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { Wish } from './sql.ts';

type Timed<T, Time extends keyof T> = Omit<T, Time> & { [K in Time]: Date | Extract<T[K], null> };
type JobRow = Timed<EnrichmentJob, 'createdAt' | 'finishedAt'>;

interface Position {
  at: Date;
  id: string;
}

const asJob = (row: JobRow): EnrichmentJob => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

const jobs = async (tx: Tx, rest: Sql): Promise<EnrichmentJob[]> => {
  const rows = await tx.rows<JobRow>(sql`
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
  return rows.map(asJob);
};

export const selectJobs = (tx: Tx, after: Position | null, most: number) =>
  jobs(
    tx,
    sql`${after ? sql`and (j.created_at, j.id) < (${after.at}, ${after.id})` : sql``}
        order by j.created_at desc, j.id desc limit ${most}`,
  );

export const selectJob = async (tx: Tx, id: string): Promise<EnrichmentJob | undefined> =>
  (await jobs(tx, sql`and j.id = ${id}`))[0];

export async function selectResults(
  tx: Tx,
  jobId: string,
  { status, after }: { status?: string | undefined; after?: string | undefined },
  most: number,
): Promise<EnrichmentResult[]> {
  const rows = await tx.rows<Timed<EnrichmentResult, 'finishedAt'>>(sql`
    select id, prospect_id as "prospectId", status, reason, before, result as after, model,
           finished_at as "finishedAt"
    from enrichment
    where workspace_id = ${tx.workspaceId} and job_id = ${jobId}
      ${status === undefined ? sql`` : sql`and status = ${status}::enrichment_work_status`}
      ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id limit ${most}`);
  return rows.map((row) => ({ ...row, finishedAt: row.finishedAt?.toISOString() ?? null }));
}

/** How a job was wished for, and whose work in it failed. */
export async function selectFailed(tx: Tx, jobId: string) {
  const [job] = await tx.rows<Wish & { prospectIds: string[] }>(sql`
    select mode, use_instructions as "useInstructions", custom_prompt as "customPrompt",
           array(select distinct prospect_id from enrichment e
                 where e.workspace_id = ${tx.workspaceId} and e.job_id = j.id and e.status = 'failed')
             as "prospectIds"
    from enrichment_job j
    where j.workspace_id = ${tx.workspaceId} and j.id = ${jobId}`);
  return job;
}

export async function selectAccount(tx: Tx): Promise<{ balance: number; reserved: number }> {
  const [account] = await tx.rows<{ balance: number; reserved: number }>(sql`
    select balance, reserved from credit_account where workspace_id = ${tx.workspaceId}`);
  return account ?? { balance: 0, reserved: 0 };
}

export const selectEntries = async (
  tx: Tx,
  after: Position | null,
  most: number,
): Promise<LedgerEntry[]> => {
  const rows = await tx.rows<Timed<LedgerEntry, 'createdAt'>>(sql`
    select id, kind, balance_change as "balanceChange", reserved_change as "reservedChange",
           month::text, enrichment_id as "enrichmentId", created_at as "createdAt"
    from credit_entry
    where workspace_id = ${tx.workspaceId}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
    order by created_at desc, id desc
    limit ${most}`);
  return rows.map((row) => ({ ...row, createdAt: (row.createdAt as Date).toISOString() }));
};
