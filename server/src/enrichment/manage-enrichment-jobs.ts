import type { ManageResult } from '@outcrop/contract';
import type { WorkspaceModels } from '../core/ai/workspace-models.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { creationPositionOf, pageOf } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import * as store from './enrichment-jobs.sql.ts';
import { queueEnrichment, requireEnrichment } from './queue-enrichment.ts';

export async function getEnrichmentJobs({
  query,
  tx,
}: ManageCall<'getEnrichmentJobs'>): Promise<ManageResult<'getEnrichmentJobs'>> {
  const { rows: jobs, nextCursor } = await pageOf(
    query,
    {},
    (after, take) => store.selectJobPage(tx, after, take),
    creationPositionOf,
  );
  return { jobs, nextCursor };
}

export async function getEnrichmentJob({
  params: { jobId },
  query: { limit = 50, ...filters },
  tx,
}: ManageCall<'getEnrichmentJob'>): Promise<ManageResult<'getEnrichmentJob'>> {
  const [job, rows] = await Promise.all([
    store.selectJob(tx, jobId),
    store.selectResults(tx, jobId, filters, limit + 1),
  ]);
  if (!job) throw notFound('job', jobId);
  const results = rows.slice(0, limit);
  return { job, results, nextAfter: rows.length > limit ? results.at(-1)!.id : null };
}

/** Queues the failed prospects of a job again, as a new job. */
export async function postEnrichmentJobRetry(
  call: ManageCall<'postEnrichmentJobRetry', { models: WorkspaceModels }>,
): Promise<ManageResult<'postEnrichmentJobRetry'>> {
  const { body, tx } = call;
  const { jobId } = call.params;
  const failed = await store.selectFailedWork(tx, jobId);
  if (!failed) throw notFound('job', jobId);
  requireEnrichment(call.caller, call.deps.models);
  const { prospectIds, ...options } = failed;
  const existing = await lockProspects(tx, prospectIds);
  const ids = existing.map(({ id }) => id);
  const allowPartial = body.allowPartial ?? false;
  const answer = await queueEnrichment(call, options, ids, { allowPartial });
  return { ...answer, jobId: body.dryRun ? null : answer.jobId };
}

export async function getCreditsLedger({
  query,
  tx,
}: ManageCall<'getCreditsLedger'>): Promise<ManageResult<'getCreditsLedger'>> {
  const [account, { rows: entries, nextCursor }] = await Promise.all([
    store.selectCreditAccount(tx),
    pageOf(
      query,
      {},
      (after, take) => store.selectLedgerEntries(tx, after, take),
      creationPositionOf,
    ),
  ]);
  return { ...account, entries, nextCursor };
}
