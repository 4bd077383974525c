import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, sql, type Tx } from '../db/index.ts';
import { inJobSpan, SpanStatusCode, traceIdOf } from '../observe/tracing.ts';
import { beginAttempt, type Claim, lockClaim } from './claim.ts';
import { type Engine, inTransaction } from './engine.ts';
import type { Queue } from './job.ts';
import { countAttempt, countLost, type JobOutcome } from './queue-metrics.ts';
import { InvalidPayload, type JobTransactions, type RunJob } from './registry.ts';
import { type StoredJob, selectJobs } from './select-jobs.ts';

/** Another worker has the job; the results of this one are discarded. */
class ClaimLost extends Error {
  override message = 'Another worker took over this job.';
}

interface AttemptDeps {
  engine: Engine;
  db: Database;
  log: FastifyBaseLogger;
}

interface AttemptFailure {
  reason: string;
  isPermanent: boolean;
}

/** Runs a job once. Returns why it failed, if it did, and whether retrying is pointless. */
export function attempt(
  queue: Queue,
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
  queue: Queue,
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
    const begun = await engine.ask(beginAttempt(job, -priority));
    if (begun.length === 0) throw new ClaimLost();
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
    const isPermanent = error instanceof InvalidPayload;
    const isTakenOver = error instanceof ClaimLost;
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
  (db: Database, { isPrepared }: Queue, claim: Claim) =>
  (workspaceId: string): JobTransactions => {
    const write: typeof db.preparedTransaction = (...given) =>
      isPrepared ? db.preparedTransaction(...given) : db.transaction(...given);
    return {
      read: (work) => db.read(workspaceId, work),
      transaction: (work) => write(workspaceId, (tx) => claimed(tx, claim, work)),
      finish: (work) =>
        write(workspaceId, (tx) => {
          tx.beforeCommit(() => complete(tx, claim));
          return claimed(tx, claim, work);
        }),
    };
  };

/** Asks for the claim in the same round trip as the first statement of the work. */
async function claimed<T>(tx: Tx, claim: Claim, work: (tx: Tx) => Promise<T>): Promise<T> {
  const held = tx.run(lockClaim(claim));
  // Both have ended before the transaction does, also after a failure.
  const [lock, result] = await Promise.allSettled([held, work(tx)]);
  if (lock.status === 'fulfilled' && lock.value === 0) throw new ClaimLost();
  if (lock.status === 'rejected') throw lock.reason;
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** pg-boss completes nothing and does not say so if it has given the job to another worker. */
async function complete(tx: Tx, { name, id, retryCount }: Claim): Promise<void> {
  const [job] = await inTransaction(tx, async (boss) => {
    await boss.complete(name, { id, retryCount });
    return boss.findJobs(name, { id });
  });
  if (job?.state !== 'completed' || job.retryCount !== retryCount) throw new ClaimLost();
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
async function putBack(boss: PgBoss, { name, id, retryCount }: Claim): Promise<void> {
  await boss.cancel(name, { id, retryCount });
  await boss.resume(name, id);
}

/** Returns the job to its queue. The interrupted attempt does not count. */
export const requeue = (engine: Engine, job: JobWithMetadata<unknown>): Promise<void> =>
  engine.transaction(async (_rows, boss) => {
    await putBack(boss, job);
    await boss.update(job.name, undefined, { id: job.id, retryLimit: job.retryLimit + 1 });
  });

/** Makes the job a dead letter, whatever attempts it has left. */
export const failPermanently = (engine: Engine, claim: Claim, message: string): Promise<void> =>
  engine.transaction(async (_rows, boss) => {
    const { name, id, retryCount } = claim;
    await putBack(boss, claim);
    const { updated } = await boss.update(name, undefined, { id, retryLimit: retryCount });
    if (updated > 0) await boss.fail(name, id, { message });
  });

// A hung worker may still commit the transaction it has open, so its job is left alone until then.
const lost = sql`
  state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now()
  and (not exists (select from job_claim where job_id = job.id)
       or exists (select from job_claim where job_id = job.id for update skip locked))
  for update skip locked`;
const isLastAttempt = ({ retryCount, retryLimit }: StoredJob) => retryCount >= retryLimit;

/**
 * Requeues jobs whose worker was killed, hangs or lost its connection. pg-boss also does this once
 * a minute, but with the retry delay and without logging the workspace.
 */
export async function requeueLost(engine: Engine, log: FastifyBaseLogger): Promise<void> {
  const jobs = await engine.transaction(async (rows, boss) => {
    const found = await rows<StoredJob>(selectJobs(lost));
    const message = 'The worker was lost, and no attempts were left.';
    for (const job of found)
      await (isLastAttempt(job) ? boss.fail(job.name, job, { message }) : putBack(boss, job));
    return found;
  });
  for (const job of jobs) {
    const { name, id, retryCount, data } = job;
    const fields = { job: name, jobId: id, attempt: retryCount + 1, ...loggedIds(data) };
    const lost = 'the worker of this job was lost';
    countLost(name, isLastAttempt(job) ? 'dead_letter' : 'retried');
    if (isLastAttempt(job))
      log.error(fields, `${lost} and no attempts are left; the job moved to the dead letters`);
    else log.warn(fields, `${lost}; the job is requeued`);
  }
}
