import type { FastifyBaseLogger } from 'fastify';
import type { Engine } from './engine.ts';
import { type LostJob, requeueLost, selectExhausted } from './sql.ts';

/**
 * Requeues jobs whose worker was killed, hangs or lost its connection. pg-boss also does this once
 * a minute, but with the retry delay and without logging the workspace.
 */
export async function recoverLost(engine: Engine, log: FastifyBaseLogger): Promise<void> {
  for (const job of await engine.ask<LostJob>(requeueLost()))
    log.warn(fields(job), 'the worker of this job was lost; the job is requeued');
  for (const job of await engine.ask<LostJob>(selectExhausted())) {
    const reason = 'The worker was lost, and no attempts were left.';
    const { name, id, retryCount } = job;
    await engine.boss.fail(name, { id, retryCount }, { message: reason });
    log.error(
      fields(job),
      'the worker of this job was lost and no attempts are left; the job moved to the dead letters',
    );
  }
}

const fields = ({ name, id, retryCount, workspaceId, correlationId }: LostJob) => ({
  job: name,
  jobId: id,
  attempt: retryCount + 1,
  workspaceId,
  correlationId,
});
