import { z } from 'zod';

/** How a failed job is retried. */
interface RetryPolicy {
  /** Retries after the first attempt. */
  limit: number;
  delaySeconds: number;
  /** Doubles the delay after each retry. */
  backoff: boolean;
}

/** Each job type has one queue, which `db:migrate` creates. */
export interface JobQueue {
  name: string;
  retry: RetryPolicy;
  /**
   * Without a heartbeat for this long, a worker's jobs count as lost. pg-boss requires at least 10.
   */
  heartbeatSeconds: number;
  /** Maximum duration of an attempt. */
  timeLimitSeconds: number;
  /** Concurrent jobs of this type in one worker process. */
  concurrency: number;
  /** Extra slots for jobs over 1 s, so that slow I/O does not block the queue. */
  extraSlotsForLongJobs: number;
  /** For short jobs that run very often: see `preparedTransaction` of the database. */
  isPrepared: boolean;
}

/** A background job of one workspace. Its payload holds ids only, no personal data. */
export interface Job<Payload = never> extends JobQueue {
  payload: z.ZodType<Payload>;
}

/** A job for the whole cell, run once per period by any worker. */
export interface ScheduledJob extends JobQueue {
  everySeconds: number;
}

type JobDeclaration<Kind> = Omit<Kind, keyof JobQueue> & Pick<JobQueue, 'name'> & Partial<JobQueue>;

const queueDefaults: Omit<JobQueue, 'name'> = {
  retry: { limit: 5, delaySeconds: 5, backoff: true },
  heartbeatSeconds: 10,
  timeLimitSeconds: 300,
  concurrency: 2,
  extraSlotsForLongJobs: 0,
  isPrepared: false,
};

export const defineJob = <Payload>(declared: JobDeclaration<Job<Payload>>): Job<Payload> => ({
  ...queueDefaults,
  ...declared,
});

export const defineScheduledJob = (declared: JobDeclaration<ScheduledJob>): ScheduledJob => ({
  ...queueDefaults,
  concurrency: 1,
  ...declared,
});

/** Sent with every payload. */
export const jobEnvelope = z.object({
  workspaceId: z.guid(),
  correlationId: z.string().nullable(),
  /** Start time of the transaction that sent the job, which is also the time of its rows. */
  sentAt: z.coerce.date(),
});
