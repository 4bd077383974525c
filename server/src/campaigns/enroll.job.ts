import type { EndpointResult, ProspectFilter } from '@outcrop/contract';
import { z } from 'zod';
import { changedSoFar, findProspects, findTargets } from '../core/search/find-targets.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { inSlices, type Slice } from '../core/tasks/in-slices.ts';
import { selectTargets, type Target } from '../core/tasks/targets.sql.ts';
import type { TaskRow } from '../core/tasks/tasks.sql.ts';
import { notFound } from '../platform/error.ts';
import { defineJob } from '../platform/queue/job.ts';
import { selectCandidates } from './campaigns.sql.ts';
import { decideEnrollments, type EnrollScope, enroll } from './enroll.ts';
import { leftOut } from './rules.ts';

/** Small, because an email to one of these prospects waits for a slice; large enough to be fast. */
const sliceSize = 500;

export const enrollTask = defineJob({
  name: 'enroll-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored input of a task that enrolls, or only checks who would be enrolled. */
export interface EnrollInput {
  /** Null when the prospects were given by id. */
  filter: ProspectFilter | null;
}

type Result = EndpointResult<'postCampaigns'>['results'][number];

export const runEnrollTask = (deps: { suppression: Suppression }) =>
  inSlices(enrollTask, deps, async (scope, task) => {
    const { filter } = task.input as EnrollInput;
    if (task.kind === 'enroll_dry_run' && filter) return checkMatches(scope, task, filter);
    return (await findTargets(scope.tx, task, filter)) ?? nextTargets(scope, task);
  });

async function nextTargets(scope: EnrollScope, task: TaskRow): Promise<Slice> {
  const after = changedSoFar(task);
  const targets = await selectTargets(scope.tx, task.id, after, sliceSize);
  const changed = targets.at(-1)?.number ?? after;
  return {
    ...(task.kind === 'enroll'
      ? await enrollSlice(scope, task, targets)
      : await checkSlice(scope, task, targets)),
    position: { changed },
    isLast: changed >= task.total!,
  };
}

/** A check changes nothing, so that matches need not be found before. */
async function checkMatches(
  scope: EnrollScope,
  task: TaskRow,
  filter: ProspectFilter,
): Promise<Slice> {
  const cursor = task.position as string | null;
  const { ids, nextCursor } = await findProspects(scope.tx, filter, cursor);
  const targets = ids.map((prospectId, index) => ({ number: task.done + index + 1, prospectId }));
  const isLast = nextCursor === null;
  return {
    ...(await checkSlice(scope, task, targets)),
    position: nextCursor,
    ...(isLast && { total: task.done + ids.length }),
    isLast,
  };
}

async function enrollSlice(scope: EnrollScope, { campaignId }: TaskRow, targets: Target[]) {
  const ids = targets.map(({ prospectId }) => prospectId);
  const request = { campaignId: campaignId!, prospectIds: ids, ignoreMissing: true };
  const enrolled = await enroll(scope, request);
  if (!enrolled) throw notFound('campaign', campaignId!);
  return outcomeOf(targets, enrolled.results);
}

async function checkSlice(scope: EnrollScope, { campaignId }: TaskRow, targets: Target[]) {
  const ids = targets.map(({ prospectId }) => prospectId);
  const decided = await decideEnrollments(scope, campaignId!, ids, selectCandidates);
  if (!decided) throw notFound('campaign', campaignId!);
  return outcomeOf(targets, decided.results);
}

function outcomeOf(
  targets: Target[],
  results: Result[],
): Pick<Slice, 'done' | 'failures' | 'counts'> {
  const resultOf = new Map(results.map((result) => [result.prospectId, result]));
  const counts: Record<string, number> = { enrolled: 0 };
  const failures = targets.flatMap(({ number, prospectId }) => {
    const result = resultOf.get(prospectId);
    const { count, sentence } = leftOut(result ? (result.reason ?? null) : 'missing');
    counts[count] = (counts[count] ?? 0) + 1;
    return sentence === null ? [] : [{ number, reason: sentence, row: { prospectId } }];
  });
  return { done: targets.length, failures, counts };
}
