import type { Database } from '../platform/db/index.ts';
import { scheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/registry.ts';
import type { Step } from './step.ts';
import { steps } from './steps.ts';

/** A step starts no statement after this time; each statement has its own timeout. */
const stepSeconds = 20;

export const maintenance = scheduledJob({
  name: 'maintenance',
  everySeconds: 3_600,
  timeLimitSeconds: steps.length * 2 * stepSeconds,
});

/** Runs every step, even if others fail, and fails at the end if any step failed. */
export const runMaintenance =
  ({ db }: { db: Database }, chosen: Step[] = steps, at?: Date) =>
  async ({ signal: stopping, log }: Pick<ScheduledJobContext, 'signal' | 'log'>): Promise<void> => {
    const failed: string[] = [];
    for (const { name, run } of chosen) {
      if (stopping.aborted) break;
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(stepSeconds * 1_000)]);
      try {
        await run({ db, at: at ?? new Date(), signal, log });
      } catch (error) {
        log.error({ err: error, step: name }, 'maintenance step failed');
        failed.push(`${name} (${error instanceof Error ? error.message : String(error)})`);
      }
    }
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${chosen.length} steps failed: ${failed.join('; ')}`);
  };
