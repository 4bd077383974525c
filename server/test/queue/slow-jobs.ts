import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { WorkerCell } from '../../src/jobs.ts';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import { job } from '../../src/platform/queue/job.ts';
import { type JobContext, type Line, runs } from '../../src/platform/queue/line.ts';

/** Longer than any test: until the job's worker is gone, or its holds are ended. */
export const hour = 3_600_000;

/** How long each attempt takes; the last figure stands for all that follow. */
const payload = z.object({ holdMs: z.array(z.int()).min(1) });
type Payload = z.infer<typeof payload>;
const retry = { limit: 2, delaySeconds: 600, backoff: false };

/** Ends with its last transaction. */
export const careful = job({ name: 'test.careful', payload, retry, concurrency: 4 });
/** Ends by returning, and is soon tried again when it fails. */
export const plain = job({
  name: 'test.plain',
  payload,
  retry: { ...retry, delaySeconds: 1 },
  concurrency: 4,
});
/** Takes its time inside its only transaction. */
export const locked = job({ name: 'test.locked', payload, retry, concurrency: 4 });

/** The lists of the workspace tell what was done: `started 1`, `finished 1`. */
const note = (tx: Tx, said: string) =>
  tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${randomUUIDv7()}, ${said}, ${said})`);

const started = ({ transaction, attempt }: JobContext) =>
  transaction((tx) => note(tx, `started ${attempt}`));
let holds = new AbortController();
const hold = ({ holdMs }: Payload, { attempt }: JobContext) =>
  sleep(holdMs[attempt - 1] ?? holdMs.at(-1), undefined, { signal: holds.signal }).catch(() => {});

/** Lets every job go on that is held in this process. */
export const endHolds = (): void => {
  holds.abort();
  holds = new AbortController();
};

export const slowJobs: Line<WorkerCell>[] = [
  runs(careful, () => async (given, context) => {
    await started(context);
    await hold(given, context);
    await context.finish((tx) => note(tx, `finished ${context.attempt}`));
  }),
  runs(plain, () => async (given, context) => {
    await started(context);
    await hold(given, context);
  }),
  runs(locked, () => async (given, context) => {
    await started(context);
    await context.finish(async (tx) => {
      await note(tx, `finished ${context.attempt}`);
      await hold(given, context);
    });
  }),
];
