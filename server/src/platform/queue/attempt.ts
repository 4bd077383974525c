import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata } from 'pg-boss';
import type { Database, Sql, Tx } from '../db/index.ts';
import type { Queue } from './job.ts';
import { InvalidPayload, type JobTransactions, type RunJob } from './registry.ts';
import { type Claim, completeClaim, lockClaim } from './sql.ts';

/** Another worker has the job; the results of this one are discarded. */
class ClaimLost extends Error {
  override message = 'Another worker took over this job.';
}

/** Why an attempt failed, and whether retrying is pointless. */
export interface Failure {
  reason: string;
  isPermanent: boolean;
}

/** Runs a job once and returns the failure, if any. */
export async function attempt(
  queue: Queue,
  run: RunJob,
  job: JobWithMetadata<unknown>,
  { db, log: logOfAll }: { db: Database; log: FastifyBaseLogger },
): Promise<Failure | undefined> {
  const { id, data, retryCount, retryLimit } = job;
  const log = logOfAll.child({
    job: queue.name,
    jobId: id,
    attempt: retryCount + 1,
    ...idsOf(data),
  });
  const timeout = new AbortController();
  const signal = AbortSignal.any([job.signal, timeout.signal]);
  const claim = { name: queue.name, id, retryCount };
  const started = performance.now();
  try {
    const work = run(data, { attempt: retryCount + 1, signal, log }, transactionsOf(db, claim));
    await withTimeLimit(work, queue.timeLimitSeconds, timeout);
    log.debug({ ms: performance.now() - started }, 'job done');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isPermanent = error instanceof InvalidPayload;
    if (error instanceof ClaimLost)
      log.warn('another worker took over this job; the results of this attempt are discarded');
    else if (isPermanent) log.error(`job moved to the dead letters without retries. ${reason}`);
    else if (retryCount < retryLimit) log.warn({ err: error }, 'job failed and will be retried');
    else log.error({ err: error }, 'job failed its last attempt and moved to the dead letters');
    return { reason, isPermanent };
  }
}

/** The only part of the payload that is logged. */
function idsOf(data: unknown): { workspaceId?: unknown; correlationId?: unknown } {
  const { workspaceId, correlationId } = (data ?? {}) as Record<string, unknown>;
  return { workspaceId, correlationId };
}

const transactionsOf =
  (db: Database, claim: Claim) =>
  (workspaceId: string): JobTransactions => ({
    read: (work) => db.read(workspaceId, work),
    transaction: (work) =>
      db.transaction(workspaceId, async (tx) => {
        await requireClaim(tx, lockClaim(claim));
        return work(tx);
      }),
    finish: (work) =>
      db.transaction(workspaceId, async (tx) => {
        await requireClaim(tx, lockClaim(claim));
        const result = await work(tx);
        tx.defer(completeClaim(claim));
        return result;
      }),
  });

async function requireClaim(tx: Tx, statement: Sql): Promise<void> {
  if ((await tx.run(statement)) === 0) throw new ClaimLost();
}

async function withTimeLimit(
  work: Promise<void>,
  seconds: number,
  timeout: AbortController,
): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`The job took longer than ${seconds} s.`));
    timeout.abort();
  }, seconds * 1_000);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // The result is ignored after the timeout.
    work.catch(() => {});
  }
}
