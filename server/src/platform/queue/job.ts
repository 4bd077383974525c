import { z } from 'zod';

/** How a failed job is retried. */
interface Retry {
  /** Retries after the first attempt. */
  limit: number;
  delaySeconds: number;
  /** Doubles the delay after each retry. */
  backoff: boolean;
}

/** Each job type has one queue, which `db:migrate` creates. */
export interface Queue {
  name: string;
  retry: Retry;
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
export interface Job<Payload = never> extends Queue {
  payload: z.ZodType<Payload>;
}

/** A job for the whole cell, run once per period by any worker. */
export interface ScheduledJob extends Queue {
  everySeconds: number;
}

type Declared<Kind> = Omit<Kind, keyof Queue> & Pick<Queue, 'name'> & Partial<Queue>;

const defaults: Omit<Queue, 'name'> = {
  retry: { limit: 5, delaySeconds: 5, backoff: true },
  heartbeatSeconds: 10,
  timeLimitSeconds: 300,
  concurrency: 2,
  extraSlotsForLongJobs: 0,
  isPrepared: false,
};

export const job = <Payload>(declared: Declared<Job<Payload>>): Job<Payload> => ({
  ...defaults,
  ...declared,
});

export const scheduledJob = (declared: Declared<ScheduledJob>): ScheduledJob => ({
  ...defaults,
  concurrency: 1,
  ...declared,
});

/** Sent with every payload. */
export const envelope = z.object({
  workspaceId: z.guid(),
  correlationId: z.string().nullable(),
  /** Start time of the transaction that sent the job, which is also the time of its rows. */
  sentAt: z.coerce.date(),
});
