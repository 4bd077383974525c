import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { sql } from '../db/index.ts';
import { loggedIds } from './attempt.ts';
import type { Claim } from './claim.ts';
import type { Engine } from './engine.ts';
import { countLost } from './queue-metrics.ts';
import { type StoredJob, selectJobs } from './select-jobs.ts';

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
