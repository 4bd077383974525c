import type { EnrichMode } from '@outcrop/contract';
import type { EnrichmentFailure } from '../core/prospects/enrichment-findings.sql.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

/** A credit stays reserved for this long at most. */
const creditDeadline = sql`now() + interval '24 hours'`;

export async function selectProspectsInProgress(
  tx: Tx,
  mode: EnrichMode,
  prospectIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from enrichment
    where workspace_id = ${tx.workspaceId} and mode = ${mode} and status in ('queued', 'running')
      and prospect_id = any(${prospectIds}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export interface EnrichOptions {
  mode: EnrichMode;
  useInstructions: boolean;
  customPrompt: string | null;
}

export interface NewEnrichmentJob extends EnrichOptions {
  id: string;
  actor: { kind: string; id: string | null };
  correlationId: string | null;
}

export interface NewEnrichment {
  id: string;
  prospectId: string;
}

export function insertEnrichmentJob(
  tx: Tx,
  job: NewEnrichmentJob,
  month: string,
  enrichments: NewEnrichment[],
): void {
  tx.defer(sql`
    insert into enrichment_job
      (workspace_id, id, mode, use_instructions, custom_prompt, total, actor_kind, actor_id, correlation_id)
    values (${tx.workspaceId}, ${job.id}, ${job.mode}, ${job.useInstructions}, ${job.customPrompt},
            ${enrichments.length}, ${job.actor.kind}, ${job.actor.id}, ${job.correlationId})`);
  tx.defer(sql`
    insert into enrichment (workspace_id, id, job_id, prospect_id, mode, credit_month, deadline)
    select ${tx.workspaceId}, id, ${job.id}, prospect_id, ${job.mode}, ${month}, ${creditDeadline}
    from unnest(${enrichments.map(({ id }) => id)}::uuid[],
                ${enrichments.map(({ prospectId }) => prospectId)}::uuid[]) as new_work (id, prospect_id)`);
}

export interface EnrichmentWork extends EnrichOptions {
  id: string;
  jobId: string;
  prospectId: string;
  /** Failed calls of the model so far. */
  attempts: number;
  creditMonth: string;
  correlationId: string | null;
}

const workInProgress = (tx: Tx, condition: Sql): Sql => sql`
  select e.id, e.job_id as "jobId", e.prospect_id as "prospectId", e.mode, e.attempts,
         e.credit_month::text as "creditMonth", j.use_instructions as "useInstructions",
         j.custom_prompt as "customPrompt", j.correlation_id as "correlationId"
  from enrichment e
  join enrichment_job j on j.workspace_id = e.workspace_id and j.id = e.job_id
  where e.workspace_id = ${tx.workspaceId} and ${condition} and e.status in ('queued', 'running')
  order by e.id`;

/** Locks work that is queued or running. */
export const lockWork = (tx: Tx, ids: string[]): Promise<EnrichmentWork[]> =>
  tx.rows<EnrichmentWork>(
    sql`${workInProgress(tx, sql`e.id = any(${ids}::uuid[])`)} for update of e`,
  );

/** Work past its deadline. */
export const selectOverdueWork = (tx: Tx, limit: number): Promise<EnrichmentWork[]> =>
  tx.rows<EnrichmentWork>(sql`${workInProgress(tx, sql`e.deadline <= now()`)} limit ${limit}`);

/** The prospect must be locked before the work. */
export async function selectProspectOfWork(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from enrichment
    where workspace_id = ${tx.workspaceId} and id = ${id} and status in ('queued', 'running')`);
  return row?.id;
}

export function beginWork(tx: Tx, id: string): void {
  tx.defer(sql`
    update enrichment set status = 'running', started_at = coalesce(started_at, now())
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

/** Counts a failed attempt; the cost so far is kept. */
export function countAttempt(tx: Tx, id: string): void {
  tx.defer(sql`
    update enrichment set attempts = attempts + 1
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

export interface WorkResult {
  id: string;
  status: 'done' | 'failed' | 'cancelled';
  why: EnrichmentFailure | null;
  result: object | null;
  before: object | null;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
}

export function endWork(tx: Tx, endings: WorkResult[]): void {
  tx.defer(sql`
    update enrichment e
    set status = ending.status::enrichment_work_status, reason = ending.why ->> 'message',
        reason_code = ending.why ->> 'reason', result = ending.result,
        before = ending.before, model = ending.model, input_tokens = ending."inputTokens",
        output_tokens = ending."outputTokens", cost = ending.cost, finished_at = now()
    from json_to_recordset(${JSON.stringify(endings)}) as ending (id uuid, status text, why json,
      result jsonb, before jsonb, model text, "inputTokens" int, "outputTokens" int, cost numeric)
    where e.workspace_id = ${tx.workspaceId} and e.id = ending.id`);
}
