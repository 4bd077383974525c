import type { FastifyBaseLogger } from 'fastify';
import type { Tx } from '../db/index.ts';
import { type Job, type JobQueue, jobEnvelope, type ScheduledJob } from './job.ts';

/** Context of a scheduled job. */
export interface ScheduledJobContext {
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when another worker takes over the job, it takes too long, or the worker stops. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

/** Context of a job, besides its payload. */
export interface JobContext extends ScheduledJobContext {
  workspaceId: string;
  /** Id of the request that started the job; passed on to jobs and events it creates. */
  correlationId: string | null;
  /** Start time of the transaction that sent the job, which is also the time of its rows. */
  sentAt: Date;
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** A transaction in the job's workspace, rolled back if another worker has taken over the job. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The last transaction: committing it completes the job. */
  finish: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Transactions that check the claim of one attempt. */
export type JobTransactions = Pick<JobContext, 'read' | 'transaction' | 'finish'>;

/** An entry of the list in jobs.ts. */
export interface JobRegistration<Deps> {
  queue: JobQueue;
  /** Set for scheduled jobs only. */
  everySeconds?: number;
  prepare: (deps: Deps) => RunJob;
}

export type RunJob = (
  data: unknown,
  context: ScheduledJobContext,
  transactionsOf: (workspaceId: string) => JobTransactions,
) => Promise<void>;

export const registerJob = <Deps, Payload>(
  job: Job<Payload>,
  prepare: (deps: Deps) => (payload: Payload, context: JobContext) => Promise<void>,
): JobRegistration<Deps> => ({
  queue: job,
  prepare: (deps) => {
    const run = prepare(deps);
    return (data, context, transactionsOf) => {
      const [sender, payload] = [jobEnvelope.safeParse(data), job.payload.safeParse(data)];
      if (!sender.success || !payload.success)
        throw new InvalidJobPayload([sender, payload].flatMap(({ error }) => error?.issues ?? []));
      return run(payload.data, {
        ...context,
        ...sender.data,
        ...transactionsOf(sender.data.workspaceId),
      });
    };
  },
});

export const registerScheduledJob = <Deps>(
  { everySeconds, ...queue }: ScheduledJob,
  prepare: (deps: Deps) => (context: ScheduledJobContext) => Promise<void>,
): JobRegistration<Deps> => ({
  queue,
  everySeconds,
  prepare: (deps) => {
    const run = prepare(deps);
    return (_data, context) => run(context);
  },
});

/** The payload does not match the job's schema, so retrying is pointless. */
export class InvalidJobPayload extends Error {
  constructor(issues: { path: PropertyKey[]; message: string }[]) {
    const problems = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    super(`The payload is invalid for this job: ${problems.join('; ')}`);
  }
}
