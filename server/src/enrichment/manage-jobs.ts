import type { ManageData } from '@outcrop/contract';
import type { Models } from '../core/ai/models.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import * as store from './jobs.sql.ts';
import { queueEnrichment } from './queue-enrichment.ts';
import { requireEnrichment } from './require-enrichment.ts';

const positionIn = (cursor: string | undefined) =>
  cursor === undefined ? null : readCursor(cursor, {});

const cursorAfter = (found: { id: string; createdAt: string }[], limit: number) => {
  const last = found.length > limit ? found[limit - 1]! : null;
  return last && writeCursor({ at: new Date(last.createdAt), id: last.id }, {});
};

export async function getEnrichmentJobs({
  query: { cursor, limit = 50 },
  tx,
}: ManageCall<'getEnrichmentJobs'>): Promise<ManageData<'getEnrichmentJobs'>> {
  const found = await store.selectJobs(tx, positionIn(cursor), limit + 1);
  return { jobs: found.slice(0, limit), nextCursor: cursorAfter(found, limit) };
}

export async function getEnrichmentJob({
  params: { jobId },
  query: { limit = 50, ...which },
  tx,
}: ManageCall<'getEnrichmentJob'>): Promise<ManageData<'getEnrichmentJob'>> {
  const [job, found] = await Promise.all([
    store.selectJob(tx, jobId),
    store.selectResults(tx, jobId, which, limit + 1),
  ]);
  if (!job) throw notFound('job', jobId);
  const results = found.slice(0, limit);
  return { job, results, nextAfter: found.length > limit ? results.at(-1)!.id : null };
}

/** Queues the failed prospects of a job again, as a new job. */
export async function postEnrichmentJobRetry(
  call: ManageCall<'postEnrichmentJobRetry', { models: Models }>,
): Promise<ManageData<'postEnrichmentJobRetry'>> {
  const { models } = call.deps;
  const { body, tx } = call;
  const { jobId } = call.params;
  const [hasModel, failed] = await Promise.all([
    models.isConfigured(tx),
    store.selectFailed(tx, jobId),
  ]);
  if (!failed) throw notFound('job', jobId);
  requireEnrichment(call.caller, hasModel);
  const { prospectIds, ...options } = failed;
  const existing = await lockProspects(tx, prospectIds);
  const ids = existing.map(({ id }) => id);
  const allowPartial = body.allowPartial ?? false;
  const answer = await queueEnrichment(tx, call.actor, options, ids, { allowPartial });
  return { ...answer, jobId: body.dryRun ? null : answer.jobId };
}

export async function getCreditsLedger({
  query: { cursor, limit = 50 },
  tx,
}: ManageCall<'getCreditsLedger'>): Promise<ManageData<'getCreditsLedger'>> {
  const [account, found] = await Promise.all([
    store.selectAccount(tx),
    store.selectEntries(tx, positionIn(cursor), limit + 1),
  ]);
  return { ...account, entries: found.slice(0, limit), nextCursor: cursorAfter(found, limit) };
}
