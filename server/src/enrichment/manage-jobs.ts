import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { lockProspects } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import { noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import * as store from './jobs-sql.ts';
import type { Models } from './models.ts';
import { type PlannedCaller, requireEnrichment } from './possible.ts';
import { queueWork } from './queue-work.ts';

type Lines = typeof manageEndpoints;

const positionIn = (cursor: string | undefined) =>
  cursor === undefined ? null : readCursor(cursor, {});

/** Where the next page begins, if more was found than this one holds. */
const cursorAfter = (found: { id: string; createdAt: string }[], limit: number) => {
  const last = found.length > limit ? found[limit - 1]! : null;
  return last && writeCursor({ at: new Date(last.createdAt), id: last.id }, {});
};

/** What was asked of enrichment, newest first. */
export async function getEnrichmentJobs({
  query: { cursor, limit = 50 },
  tx,
}: Call<Lines['getEnrichmentJobs']>): Promise<ManageData<'getEnrichmentJobs'>> {
  const found = await store.selectJobs(tx, positionIn(cursor), limit + 1);
  return { jobs: found.slice(0, limit), nextCursor: cursorAfter(found, limit) };
}

/** How far a job is, and what it has found. */
export async function getEnrichmentJob({
  params: { jobId },
  query: { limit = 50, ...which },
  tx,
}: Call<Lines['getEnrichmentJob']>): Promise<ManageData<'getEnrichmentJob'>> {
  const [job, found] = await Promise.all([
    store.selectJob(tx, jobId),
    store.selectResults(tx, jobId, which, limit + 1),
  ]);
  if (!job) throw noSuch('job', jobId);
  const results = found.slice(0, limit);
  return { job, results, nextAfter: found.length > limit ? results.at(-1)!.id : null };
}

/** Those whose work failed once more, as a job of its own. */
export const postEnrichmentJobRetry =
  (models: Models) =>
  async (
    call: Call<Lines['postEnrichmentJobRetry'], PlannedCaller>,
  ): Promise<ManageData<'postEnrichmentJobRetry'>> => {
    const { body, tx } = call;
    const { jobId } = call.params;
    const [hasModel, failed] = await Promise.all([
      models.hasOne(tx),
      store.selectFailed(tx, jobId),
    ]);
    if (!failed) throw noSuch('job', jobId);
    requireEnrichment(call.caller, hasModel);
    const { prospectIds, ...wish } = failed;
    const there = await lockProspects(tx, prospectIds);
    const ids = there.map(({ id }) => id);
    const allowPartial = body.allowPartial ?? false;
    const answer = await queueWork(tx, causeOf(call), wish, ids, { allowPartial });
    return { ...answer, jobId: body.dryRun ? null : answer.jobId };
  };

/** Every change of the workspace's credits, newest first. */
export async function getCreditsLedger({
  query: { cursor, limit = 50 },
  tx,
}: Call<Lines['getCreditsLedger']>): Promise<ManageData<'getCreditsLedger'>> {
  const [account, found] = await Promise.all([
    store.selectAccount(tx),
    store.selectEntries(tx, positionIn(cursor), limit + 1),
  ]);
  return { ...account, entries: found.slice(0, limit), nextCursor: cursorAfter(found, limit) };
}
