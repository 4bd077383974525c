import type { EndpointResult } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { selectJob, selectResults } from './enrichment-jobs.sql.ts';

/** Progress of a job, and the result of each prospect. */
export async function getEnrich({
  params: { jobId },
  query: { status, cursor, limit = 50 },
  tx,
}: Call<'getEnrich'>): Promise<EndpointResult<'getEnrich'>> {
  const filters = { jobId, status };
  const after = cursor === undefined ? undefined : readCursor(cursor, filters).id;
  const [job, rows] = await Promise.all([
    selectJob(tx, jobId),
    selectResults(tx, jobId, { status, after }, limit + 1),
  ]);
  if (!job) throw notFound('job', jobId);
  const page = rows.slice(0, limit);
  const { mode, total, queued, running, done, failed, cancelled, createdAt, finishedAt } = job;
  return {
    jobId,
    mode,
    total,
    queued,
    running,
    done,
    failed,
    cancelled,
    createdAt,
    finishedAt,
    results: page.map((result) => ({
      prospectId: result.prospectId,
      status: result.status,
      reason: result.code,
      message: result.reason,
      finishedAt: result.finishedAt,
    })),
    nextCursor:
      rows.length > limit ? writeCursor({ at: createdAt, id: page.at(-1)!.id }, filters) : null,
  };
}
