import type { EndpointResult, ProspectFilter } from '@outcrop/contract';
import { z } from 'zod';
import { findProspectIds, findTargets, processedTargetCount } from '../core/search/find-targets.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { runTaskInSlices, type TaskSlice } from '../core/tasks/run-task-in-slices.ts';
import { selectTaskTargets, type TaskTarget } from '../core/tasks/task-targets.sql.ts';
import type { TaskRow } from '../core/tasks/tasks.sql.ts';
import { notFound } from '../platform/error.ts';
import { defineJob } from '../platform/queue/job.ts';
import { selectEnrollmentCandidates } from './campaigns.sql.ts';
import { decideEnrollments, type EnrollScope, enrollProspects } from './enroll-prospects.ts';
import { enrollmentOutcome } from './enrollment-rules.ts';

/** Small, because an email to one of these prospects waits for a slice; large enough to be fast. */
const sliceSize = 500;

export const enrollTask = defineJob({
  name: 'enroll-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored input of a task that enrolls prospects or only checks them. */
export interface EnrollInput {
  /** Null when the prospects were given by id. */
  filter: ProspectFilter | null;
}

type ProspectResult = EndpointResult<'postCampaigns'>['results'][number];

export const runEnrollTask = (deps: { suppression: Suppression }) =>
  runTaskInSlices(enrollTask, deps, async (scope, task) => {
    const { filter } = task.input as EnrollInput;
    if (task.kind === 'enroll_dry_run' && filter) return checkMatches(scope, task, filter);
    return (await findTargets(scope.tx, task, filter)) ?? processNextTargets(scope, task);
  });

async function processNextTargets(scope: EnrollScope, task: TaskRow): Promise<TaskSlice> {
  const after = processedTargetCount(task);
  const targets = await selectTaskTargets(scope.tx, task.id, after, sliceSize);
  const changed = targets.at(-1)?.number ?? after;
  return {
    ...(task.kind === 'enroll'
      ? await enrollSlice(scope, task, targets)
      : await checkSlice(scope, task, targets)),
    position: { changed },
    isLast: changed >= task.total!,
  };
}

/** A check changes nothing, so it reads the matches page by page instead of storing them first. */
async function checkMatches(
  scope: EnrollScope,
  task: TaskRow,
  filter: ProspectFilter,
): Promise<TaskSlice> {
  const cursor = task.position as string | null;
  const { ids, nextCursor } = await findProspectIds(scope.tx, filter, cursor);
  const targets = ids.map((prospectId, index) => ({ number: task.done + index + 1, prospectId }));
  const isLast = nextCursor === null;
  return {
    ...(await checkSlice(scope, task, targets)),
    position: nextCursor,
    ...(isLast && { total: task.done + ids.length }),
    isLast,
  };
}

async function enrollSlice(scope: EnrollScope, { campaignId }: TaskRow, targets: TaskTarget[]) {
  const ids = targets.map(({ prospectId }) => prospectId);
  const request = { campaignId: campaignId!, prospectIds: ids, ignoreMissing: true };
  const result = await enrollProspects(scope, request);
  if (!result) throw notFound('campaign', campaignId!);
  return sliceOutcome(targets, result.results);
}

async function checkSlice(scope: EnrollScope, { campaignId }: TaskRow, targets: TaskTarget[]) {
  const ids = targets.map(({ prospectId }) => prospectId);
  const decision = await decideEnrollments(scope, campaignId!, ids, selectEnrollmentCandidates);
  if (!decision) throw notFound('campaign', campaignId!);
  return sliceOutcome(targets, decision.results);
}

function sliceOutcome(
  targets: TaskTarget[],
  results: ProspectResult[],
): Pick<TaskSlice, 'done' | 'failures' | 'counts'> {
  const resultOf = new Map(results.map((result) => [result.prospectId, result]));
  const counts: Record<string, number> = { enrolled: 0 };
  const failures = targets.flatMap(({ number, prospectId }) => {
    const { count, sentence } = enrollmentOutcome(resultOf.get(prospectId));
    counts[count] = (counts[count] ?? 0) + 1;
    return sentence === null ? [] : [{ number, reason: sentence, row: { prospectId } }];
  });
  return { done: targets.length, failures, counts };
}
