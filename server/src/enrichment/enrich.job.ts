import type { Prospect } from '@outcrop/contract';
import { z } from 'zod';
import { selectRecords } from '../people/records.ts';
import { lockProspects } from '../people/sql.ts';
import { job } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { send } from '../platform/queue/send.ts';
import type { Finding } from './findings.ts';
import { giveBack, keep, prospectDeleted } from './keep.ts';
import { type Model, ModelFailure, NothingUseful } from './model.ts';
import type { Models } from './models.ts';
import { UnreadablePage } from './readers.ts';
import { type WorkFailure, waitAfter } from './rules.ts';
import {
  beginWork,
  countAttempt,
  lockWork,
  selectProspectOf,
  setStatus,
  type Why,
  type Work,
} from './sql.ts';

/** Attempts at work whose worker dies or fails for reasons of its own; one more gives the credit back. */
const maxAttempts = 5;

export const enrichProspect = job({
  name: 'enrich',
  payload: z.object({ enrichmentId: z.guid() }),
  retry: { limit: maxAttempts, delaySeconds: 5, backoff: true },
  timeLimitSeconds: 180,
  concurrency: 20,
  longBeside: 100,
});

/** What the work itself is given. */
export interface Assignment {
  workspaceId: string;
  work: Work;
  prospect: Prospect;
  /** Of the workspace, if the request wants them followed. */
  instructions: string | null;
  model: Model;
  signal: AbortSignal;
}

/** Finds something out, or writes something. Throws ModelFailure or NothingUseful. */
export type Perform = (assignment: Assignment) => Promise<Finding>;

/** Works on one prospect; however it ends, its credit is spent or comes back. */
export const runEnrich =
  (models: Models, perform: Perform) =>
  async ({ enrichmentId }: { enrichmentId: string }, context: JobContext): Promise<void> => {
    const begun = await begin(enrichmentId, context);
    if (!begun) return;
    const { work, prospect } = begun;
    if (context.attempt > maxAttempts) return context.finish((tx) => giveBack(tx, [work], notDone));
    const { signal, workspaceId } = context;
    try {
      const { model, instructions: kept } = await context.read((tx) => models.of(tx));
      const instructions = work.useInstructions ? kept : null;
      const finding = await perform({ workspaceId, work, prospect, instructions, model, signal });
      await context.finish((tx) => keep(tx, work, finding, new Date()));
    } catch (error) {
      if (!isWorkFailure(error)) throw error;
      const wait = waitAfter(error, work.attempts + 1);
      await context.finish(async (tx) =>
        wait === null ? endInVain(tx, work, error) : askLater(tx, work, error, wait),
      );
    }
  };

const notDone: Why = {
  reason: 'internal_error',
  message: `The work could not be completed in ${maxAttempts} attempts. Queue it again later.`,
};

type Tx = Parameters<Parameters<JobContext['finish']>[0]>[0];

const isWorkFailure = (error: unknown): error is WorkFailure =>
  error instanceof ModelFailure ||
  error instanceof NothingUseful ||
  error instanceof UnreadablePage;

const endInVain = (tx: Tx, work: Work, error: WorkFailure) =>
  giveBack(tx, [work], whyOf(error), 'spent' in error ? error.spent : undefined);

const whyOf = ({ reason, message }: WorkFailure): Why => ({ reason, message });

function askLater(tx: Tx, work: Work, error: WorkFailure, wait: number): void {
  const isAttempt = !('wasAsked' in error) || error.wasAsked;
  if (isAttempt) countAttempt(tx, work.id);
  const { correlationId } = work;
  const startAfterSeconds = Math.ceil(wait);
  send(tx, enrichProspect, [{ enrichmentId: work.id }], { correlationId, startAfterSeconds });
}

/** Marks the work as running, if it is still to be done; of someone who is gone, it ends here. */
const begin = (
  id: string,
  context: JobContext,
): Promise<{ work: Work; prospect: Prospect } | null> =>
  context.transaction(async (tx) => {
    const prospectId = await selectProspectOf(tx, id);
    if (prospectId === undefined) return null;
    const [, [work], [prospect]] = await Promise.all([
      lockProspects(tx, [prospectId]),
      lockWork(tx, [id]),
      selectRecords(tx, [prospectId]),
    ]);
    if (!work) return null;
    if (!prospect) {
      await giveBack(tx, [work], prospectDeleted);
      return null;
    }
    beginWork(tx, id);
    if (work.mode === 'enrich_only') setStatus(tx, [work.prospectId], 'running');
    return { work, prospect };
  });
