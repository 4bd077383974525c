import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata } from 'pg-boss';
import type { Database, Tx } from '../db/index.ts';
import { inJobSpan, SpanStatusCode, traceIdOf } from '../observe/tracing.ts';
import { beginAttempt, type Claim, lockClaim } from './claim.ts';
import type { Engine } from './engine.ts';
import { inTransaction } from './in-transaction.ts';
import type { Queue } from './job.ts';
import { countAttempt, type JobOutcome } from './queue-metrics.ts';
import { InvalidPayload, type JobTransactions, type RunJob } from './registry.ts';

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
export function loggedIds(data: unknown): { workspaceId?: unknown; correlationId?: unknown } {
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
