import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, sql, type Tx } from '../db/index.ts';
import { inJobSpan, SpanStatusCode, traceIdOf } from '../observe/tracing.ts';
import type { JobQueue } from './job.ts';
import { beginAttempt, type JobClaim, lockJobClaim } from './job-claim.ts';
import { InvalidJobPayload, type JobTransactions, type RunJob } from './job-registry.ts';
import { type QueueEngine, withBossInTransaction } from './queue-engine.ts';
import { countAttempt, countLostJob, type JobOutcome } from './queue-metrics.ts';
import { type StoredJob, selectJobs } from './select-jobs.ts';

/** Another worker has the job; the results of this one are discarded. */
class JobClaimLost extends Error {
  override message = 'Another worker took over this job.';
}

interface AttemptDeps {
  engine: QueueEngine;
  db: Database;
  log: FastifyBaseLogger;
}

interface AttemptFailure {
  reason: string;
  isPermanent: boolean;
}

/** Runs a job once. Returns why it failed, if it did, and whether retrying is pointless. */
export function attemptJob(
  queue: JobQueue,
  run: RunJob,
  job: JobWithMetadata<unknown>,
  deps: AttemptDeps,
): Promise<AttemptFailure | undefined> {
  const { traceparent, correlationId } = (job.data ?? {}) as Record<string, unknown>;
  const attributes = {
    'messaging.message.id': job.id,
    'outcrop.attempt': job.retryCount + 1,
    ...(typeof correlationId === 'string' && { 'outcrop.correlation_id': correlationId }),
  };
  return inJobSpan(queue.name, traceparent, attributes, async (span) => {
    const failure = await runAttempt(queue, run, job, deps);
    if (failure) span?.setStatus({ code: SpanStatusCode.ERROR });
    return failure;
  });
}

async function runAttempt(
  queue: JobQueue,
  run: RunJob,
  job: JobWithMetadata<unknown>,
  { engine, db, log: logOfAll }: AttemptDeps,
): Promise<AttemptFailure | undefined> {
  const { id, data, priority, retryCount, retryLimit } = job;
  const log = logOfAll.child({
    job: queue.name,
    jobId: id,
    attempt: retryCount + 1,
    ...loggedIds(data),
    ...traceIdOf(),
  });
  const timeout = new AbortController();
  const signal = AbortSignal.any([job.signal, timeout.signal]);
  const started = performance.now();
  const count = (outcome: JobOutcome) =>
    countAttempt(queue.name, outcome, (performance.now() - started) / 1_000);
  try {
    const begunAttempts = await engine.query(beginAttempt(job, -priority));
    if (begunAttempts.length === 0) throw new JobClaimLost();
    const work = run(
      data,
      { attempt: retryCount + 1, signal, log },
      transactionsOf(db, queue, job),
    );
    await withTimeLimit(work, queue.timeLimitSeconds, timeout);
    count('done');
    log.debug({ ms: performance.now() - started }, 'job done');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isPermanent = error instanceof InvalidJobPayload;
    const isTakenOver = error instanceof JobClaimLost;
    const isLast = isPermanent || retryCount >= retryLimit;
    count(isTakenOver ? 'taken_over' : isLast ? 'dead_letter' : 'retried');
    if (isTakenOver)
      log.warn('another worker took over this job; the results of this attempt are discarded');
    else if (isPermanent) log.error(`job moved to the dead letters without retries. ${reason}`);
    else if (!isLast) log.warn({ err: error }, 'job failed and will be retried');
    else log.error({ err: error }, 'job failed its last attempt and moved to the dead letters');
    return { reason, isPermanent };
  }
}

/** The only part of the payload that is logged. */
function loggedIds(data: unknown): { workspaceId?: unknown; correlationId?: unknown } {
  const { workspaceId, correlationId } = (data ?? {}) as Record<string, unknown>;
  return { workspaceId, correlationId };
}

const transactionsOf =
  (db: Database, { isPrepared }: JobQueue, claim: JobClaim) =>
  (workspaceId: string): JobTransactions => {
    const write: typeof db.preparedTransaction = (...args) =>
      isPrepared ? db.preparedTransaction(...args) : db.transaction(...args);
    return {
      read: (work) => db.read(workspaceId, work),
      transaction: (work) => write(workspaceId, (tx) => withJobClaim(tx, claim, work)),
      finish: (work) =>
        write(workspaceId, (tx) => {
          tx.beforeCommit(() => completeJob(tx, claim));
          return withJobClaim(tx, claim, work);
        }),
    };
  };

/** Asks for the claim in the same round trip as the first statement of the work. */
async function withJobClaim<T>(tx: Tx, claim: JobClaim, work: (tx: Tx) => Promise<T>): Promise<T> {
  const lockedClaim = tx.run(lockJobClaim(claim));
  // Waits for both, even after a failure, so that neither outlives the transaction.
  const [lock, result] = await Promise.allSettled([lockedClaim, work(tx)]);
  if (lock.status === 'fulfilled' && lock.value === 0) throw new JobClaimLost();
  if (lock.status === 'rejected') throw lock.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** If another worker has the job, pg-boss completes nothing and reports no error. */
async function completeJob(tx: Tx, { name, id, retryCount }: JobClaim): Promise<void> {
  const [job] = await withBossInTransaction(tx, async (boss) => {
    await boss.complete(name, { id, retryCount });
    return boss.findJobs(name, { id });
  });
  if (job?.state !== 'completed' || job.retryCount !== retryCount) throw new JobClaimLost();
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

/** Ends an attempt. Resuming a canceled job keeps its position and, unlike a retry, has no delay. */
async function putJobBack(boss: PgBoss, { name, id, retryCount }: JobClaim): Promise<void> {
  await boss.cancel(name, { id, retryCount });
  await boss.resume(name, id);
}

/** Returns the job to its queue. The interrupted attempt does not count. */
export const requeueJob = (engine: QueueEngine, job: JobWithMetadata<unknown>): Promise<void> =>
  engine.transaction(async (_rows, boss) => {
    await putJobBack(boss, job);
    await boss.update(job.name, undefined, { id: job.id, retryLimit: job.retryLimit + 1 });
  });

/** Makes the job a dead letter, whatever attempts it has left. */
export const failJobPermanently = (
  engine: QueueEngine,
  claim: JobClaim,
  message: string,
): Promise<void> =>
  engine.transaction(async (_rows, boss) => {
    const { name, id, retryCount } = claim;
    await putJobBack(boss, claim);
    const { updated } = await boss.update(name, undefined, { id, retryLimit: retryCount });
    if (updated > 0) await boss.fail(name, id, { message });
  });

// A hung worker may still commit its open transaction, so its job is left alone until then.
const lostJobs = sql`
  state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now()
  and (not exists (select from job_claim where job_id = job.id)
       or exists (select from job_claim where job_id = job.id for update skip locked))
  for update skip locked`;
const isLastAttempt = ({ retryCount, retryLimit }: StoredJob) => retryCount >= retryLimit;

/**
 * Requeues jobs whose worker was killed, hangs or lost its connection. pg-boss also does this once
 * a minute, but with the retry delay and without logging the workspace.
 */
export async function requeueLostJobs(engine: QueueEngine, log: FastifyBaseLogger): Promise<void> {
  const jobs = await engine.transaction(async (rows, boss) => {
    const foundJobs = await rows<StoredJob>(selectJobs(lostJobs));
    const message = 'The worker was lost, and no attempts were left.';
    for (const job of foundJobs)
      await (isLastAttempt(job) ? boss.fail(job.name, job, { message }) : putJobBack(boss, job));
    return foundJobs;
  });
  for (const job of jobs) {
    const { name, id, retryCount, data } = job;
    const fields = { job: name, jobId: id, attempt: retryCount + 1, ...loggedIds(data) };
    const lost = 'the worker of this job was lost';
    countLostJob(name, isLastAttempt(job) ? 'dead_letter' : 'retried');
    if (isLastAttempt(job))
      log.error(fields, `${lost} and no attempts are left; the job moved to the dead letters`);
    else log.warn(fields, `${lost}; the job is requeued`);
  }
}
