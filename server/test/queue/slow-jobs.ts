import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { JobDeps } from '../../src/job-registrations.ts';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import { defineJob } from '../../src/platform/queue/job.ts';
import {
  type JobContext,
  type JobRegistration,
  registerJob,
} from '../../src/platform/queue/job-registry.ts';

/** Longer than any test. */
export const hourMs = 3_600_000;

/** The duration of each attempt; the last value applies to all later attempts. */
const payload = z.object({ holdMs: z.array(z.int()).min(1) });
type Payload = z.infer<typeof payload>;
const retry = { limit: 2, delaySeconds: 600, backoff: false };

/** Finishes in its last transaction. */
export const finishingJob = defineJob({ name: 'test.careful', payload, retry, concurrency: 4 });
/** Finishes by returning, and is retried soon after a failure. */
export const plainJob = defineJob({
  name: 'test.plain',
  payload,
  retry: { ...retry, delaySeconds: 1 },
  concurrency: 4,
});
/** Waits inside its only transaction. */
export const lockingJob = defineJob({ name: 'test.locked', payload, retry, concurrency: 4 });

/** Records progress as lists of the workspace: `started 1`, `finished 1`. */
const note = (tx: Tx, name: string) =>
  tx.run(sql`
    insert into list (workspace_id, id, name, name_key)
    values (${tx.workspaceId}, ${randomUUIDv7()}, ${name}, ${name})`);

const started = ({ transaction, attempt }: JobContext) =>
  transaction((tx) => note(tx, `started ${attempt}`));
let holds = new AbortController();
const hold = ({ holdMs }: Payload, { attempt }: JobContext) =>
  sleep(holdMs[attempt - 1] ?? holdMs.at(-1), undefined, { signal: holds.signal }).catch(() => {});

/** Releases all waiting jobs of this process, also those that have started and will wait in a moment. */
export const releaseHeldJobs = (): void => holds.abort();

/** Jobs of the next test wait again. */
export const holdJobs = (): void => {
  holds = new AbortController();
};

export const slowJobs: JobRegistration<JobDeps>[] = [
  registerJob(finishingJob, () => async (given, context) => {
    await started(context);
    await hold(given, context);
    await context.finish((tx) => note(tx, `finished ${context.attempt}`));
  }),
  registerJob(plainJob, () => async (given, context) => {
    await started(context);
    await hold(given, context);
  }),
  registerJob(lockingJob, () => async (given, context) => {
    await started(context);
    await context.finish(async (tx) => {
      await note(tx, `finished ${context.attempt}`);
      await hold(given, context);
    });
  }),
];
