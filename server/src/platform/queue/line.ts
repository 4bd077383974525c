import type { FastifyBaseLogger } from 'fastify';
import type { Tx } from '../db/index.ts';
import { type Chore, envelope, type Job, type Queue } from './job.ts';

/** What a chore has at hand. */
export interface ChoreContext {
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the job was taken over, takes too long, or the worker must stop now. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

/** What a job has at hand beside its payload. */
export interface JobContext extends ChoreContext {
  workspaceId: string;
  /** Of the request that asked for the job; handed on to whatever the job sends or emits. */
  correlationId: string | null;
  /** When the transaction that sent it began, which is also the time of its rows. */
  sentAt: Date;
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** A transaction of the job's workspace, rolled back if another worker has the job by now. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The last transaction: the job is done when it is committed, and not otherwise. */
  finish: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Ways to the database that respect the claim of one attempt. */
export type Ways = Pick<JobContext, 'read' | 'transaction' | 'finish'>;

/** A line of the table in jobs.ts, read by the worker. */
export interface Line<Cell> {
  queue: Queue;
  /** Only chores are due by themselves. */
  everySeconds?: number;
  prepare: (cell: Cell) => Perform;
}

export type Perform = (
  data: unknown,
  context: ChoreContext,
  waysOf: (workspaceId: string) => Ways,
) => Promise<void>;

export const runs = <Cell, Payload>(
  job: Job<Payload>,
  prepare: (cell: Cell) => (payload: Payload, context: JobContext) => Promise<void>,
): Line<Cell> => ({
  queue: job,
  prepare: (cell) => {
    const run = prepare(cell);
    return (data, context, waysOf) => {
      const [sender, payload] = [envelope.safeParse(data), job.payload.safeParse(data)];
      if (!sender.success || !payload.success)
        throw new Unusable([sender, payload].flatMap(({ error }) => error?.issues ?? []));
      return run(payload.data, { ...context, ...sender.data, ...waysOf(sender.data.workspaceId) });
    };
  },
});

export const runsChore = <Cell>(
  { everySeconds, ...queue }: Chore,
  prepare: (cell: Cell) => (context: ChoreContext) => Promise<void>,
): Line<Cell> => ({
  queue,
  everySeconds,
  prepare: (cell) => {
    const run = prepare(cell);
    return (_data, context) => run(context);
  },
});

/** A payload that the job's schema refuses: to try again would not mend it. */
export class Unusable extends Error {
  constructor(issues: { path: PropertyKey[]; message: string }[]) {
    const problems = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    super(`The payload does not fit the job: ${problems.join('; ')}`);
  }
}
