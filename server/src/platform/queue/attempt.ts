import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata } from 'pg-boss';
import type { Database, Sql, Tx } from '../db/index.ts';
import type { Queue } from './job.ts';
import { type Perform, Unusable, type Ways } from './line.ts';
import { type Claim, finish, hold } from './sql.ts';

/** Another worker has the job; whatever this one still does is dropped. */
class TakenOver extends Error {
  override message = 'Another worker has taken this job over.';
}

/** Why an attempt failed, and whether another would be in vain. */
export interface Failure {
  reason: string;
  forGood: boolean;
}

/** Does a job once, and says why if it failed. */
export async function attempt(
  queue: Queue,
  perform: Perform,
  found: JobWithMetadata<unknown>,
  { db, log: logOfAll }: { db: Database; log: FastifyBaseLogger },
): Promise<Failure | undefined> {
  const { id, data, retryCount, retryLimit } = found;
  const log = logOfAll.child({
    job: queue.name,
    jobId: id,
    attempt: retryCount + 1,
    ...idsOf(data),
  });
  const overdue = new AbortController();
  const signal = AbortSignal.any([found.signal, overdue.signal]);
  const claim = { name: queue.name, id, retryCount };
  const started = performance.now();
  try {
    const work = perform(data, { attempt: retryCount + 1, signal, log }, waysOf(db, claim));
    await inTime(work, queue.timeLimitSeconds, overdue);
    log.debug({ ms: performance.now() - started }, 'job done');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const forGood = error instanceof Unusable;
    if (error instanceof TakenOver)
      log.warn('another worker has taken this job over; what was done here is dropped');
    else if (forGood) log.error(`job is a dead letter at once. ${reason}`);
    else if (retryCount < retryLimit)
      log.warn({ err: error }, 'job failed and will be tried again');
    else log.error({ err: error }, 'job failed for the last time and is a dead letter');
    return { reason, forGood };
  }
}

/** Of the payload nothing else is logged. */
function idsOf(data: unknown): { workspaceId?: unknown; correlationId?: unknown } {
  const { workspaceId, correlationId } = (data ?? {}) as Record<string, unknown>;
  return { workspaceId, correlationId };
}

const waysOf =
  (db: Database, claim: Claim) =>
  (workspaceId: string): Ways => ({
    read: (work) => db.read(workspaceId, work),
    transaction: (work) =>
      db.transaction(workspaceId, async (tx) => {
        await stillOurs(tx, hold(claim));
        return work(tx);
      }),
    finish: (work) =>
      db.transaction(workspaceId, async (tx) => {
        await stillOurs(tx, hold(claim));
        const result = await work(tx);
        tx.atCommit(finish(claim));
        return result;
      }),
  });

async function stillOurs(tx: Tx, statement: Sql): Promise<void> {
  if ((await tx.run(statement)) === 0) throw new TakenOver();
}

async function inTime(
  work: Promise<void>,
  seconds: number,
  overdue: AbortController,
): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`The job took longer than ${seconds} s.`));
    overdue.abort();
  }, seconds * 1_000);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for what comes of it after the limit.
    work.catch(() => {});
  }
}
