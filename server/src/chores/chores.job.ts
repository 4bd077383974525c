import type { Database } from '../platform/db/index.ts';
import { chore } from '../platform/queue/job.ts';
import type { ChoreContext } from '../platform/queue/line.ts';
import type { Step } from './step.ts';
import { steps } from './steps.ts';

/** How long one step may go on starting statements; the one under way then has a limit of its own. */
const stepSeconds = 20;

export const chores = chore({
  name: 'chores',
  everySeconds: 3_600,
  timeLimitSeconds: steps.length * 2 * stepSeconds,
});

/** Runs every step, whatever becomes of the others, and fails at the end if one of them failed. */
export const runChores =
  (db: Database, chosen: Step[] = steps, at?: Date) =>
  async ({ signal: stopping, log }: Pick<ChoreContext, 'signal' | 'log'>): Promise<void> => {
    const failed: string[] = [];
    for (const { name, run } of chosen) {
      if (stopping.aborted) break;
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(stepSeconds * 1_000)]);
      try {
        await run({ db, at: at ?? new Date(), signal, log });
      } catch (error) {
        log.error({ err: error, step: name }, 'a step of maintenance failed');
        failed.push(`${name} (${error instanceof Error ? error.message : String(error)})`);
      }
    }
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${chosen.length} steps failed: ${failed.join('; ')}`);
  };
