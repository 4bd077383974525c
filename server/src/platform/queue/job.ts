import { z } from 'zod';

/** How often, and after how long, a job that failed is tried again. */
interface Retry {
  /** Attempts after the first. */
  limit: number;
  delaySeconds: number;
  /** Each delay is about twice the one before. */
  backoff: boolean;
}

/** One kind of job has one queue, which `db:migrate` makes from this. */
export interface Queue {
  name: string;
  retry: Retry;
  /** A worker that has not been heard of for so long has lost its jobs; pg-boss takes 10 at least. */
  heartbeatSeconds: number;
  /** An attempt that takes longer has failed. */
  timeLimitSeconds: number;
  /** How many of this kind a worker process has under way at once. */
  concurrency: number;
  /** How many more, of those that take long: whoever waits for others shall not hold anyone up. */
  longBeside: number;
}

/** Work of one workspace that is done later. Its payload holds ids, never what they stand for. */
export interface Job<Payload = never> extends Queue {
  payload: z.ZodType<Payload>;
}

/** Work of the whole cell that is due at every full period, wherever a worker runs. */
export interface Chore extends Queue {
  everySeconds: number;
}

type Declared<Kind> = Omit<Kind, keyof Queue> & Pick<Queue, 'name'> & Partial<Queue>;

const usual: Omit<Queue, 'name'> = {
  retry: { limit: 5, delaySeconds: 5, backoff: true },
  heartbeatSeconds: 10,
  timeLimitSeconds: 300,
  concurrency: 2,
  longBeside: 0,
};

export const job = <Payload>(declared: Declared<Job<Payload>>): Job<Payload> => ({
  ...usual,
  ...declared,
});

export const chore = (declared: Declared<Chore>): Chore => ({
  ...usual,
  concurrency: 1,
  ...declared,
});

/** What travels with every payload: whose work it is, and the request that asked for it. */
export const envelope = z.object({
  workspaceId: z.guid(),
  correlationId: z.string().nullable(),
  /** When the transaction that sent it began, which is also the time of its rows. */
  sentAt: z.coerce.date(),
});
