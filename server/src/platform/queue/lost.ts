import type { FastifyBaseLogger } from 'fastify';
import type { Engine } from './engine.ts';
import { type LostJob, lostForGood, takeOver } from './sql.ts';

/**
 * Puts back what workers left behind that were killed, hang or lost their connection. pg-boss does
 * the same once a minute, but after the delay of a failure, and without telling whose job it was.
 */
export async function recoverLost(engine: Engine, log: FastifyBaseLogger): Promise<void> {
  for (const job of await engine.ask<LostJob>(takeOver()))
    log.warn(fields(job), 'the worker of this job was lost; it starts again');
  for (const job of await engine.ask<LostJob>(lostForGood())) {
    const reason = 'The worker was lost, and no attempt was left.';
    const { name, id, retryCount } = job;
    await engine.boss.fail(name, { id, retryCount }, { message: reason });
    log.error(
      fields(job),
      'the worker of this job was lost for the last time; it is a dead letter',
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
