import type { BulkTaskAction } from '@outcrop/contract';
import { z } from 'zod';
import { findListOrTag } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import {
  applyBulkOperation,
  type BulkOperation,
  listOrTagActions,
} from '../core/prospects/bulk-operation.ts';
import { type LockedProspect, lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { runTaskInSlices } from '../core/tasks/run-task-in-slices.ts';
import { lockExistingMembers } from '../core/workspaces/members.sql.ts';
import { defineJob } from '../platform/queue/job.ts';
import { type BulkInput, bulkSliceSize, missingFailures } from './bulk.job.ts';
import {
  type PreviousState,
  selectChangedTargets,
  selectUnchangedTargets,
} from './changed-targets.sql.ts';

export const undoTask = defineJob({
  name: 'undo-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** The inverse of each action, with the event types of later changes. */
const oppositeActions: Record<
  Exclude<BulkTaskAction, 'delete'>,
  { action: BulkTaskAction; types: string[] }
> = {
  tag: { action: 'untag', types: ['prospect.tagged', 'prospect.untagged'] },
  untag: { action: 'tag', types: ['prospect.tagged', 'prospect.untagged'] },
  add_to_list: {
    action: 'remove_from_list',
    types: ['list.member_added', 'list.member_removed'],
  },
  remove_from_list: { action: 'add_to_list', types: ['list.member_added', 'list.member_removed'] },
  stage: { action: 'stage', types: ['prospect.stage_changed'] },
  assign: { action: 'assign', types: ['prospect.owner_changed'] },
  unassign: { action: 'assign', types: ['prospect.owner_changed'] },
  suppress: { action: 'unsuppress', types: ['prospect.suppressed', 'prospect.unsuppressed'] },
  unsuppress: { action: 'suppress', types: ['prospect.suppressed', 'prospect.unsuppressed'] },
};

/** Undoes a task slice by slice. Prospects with a later change of the same kind are skipped. */
export const runUndoTask = (deps: { suppression: Suppression }) =>
  runTaskInSlices(undoTask, deps, async (scope, task) => {
    const { tx } = scope;
    const input = task.input as BulkInput;
    const { action, types } = oppositeActions[input.action as keyof typeof oppositeActions];
    const { boardId } = input;
    const { undone } = (task.position as { undone: number } | null) ?? { undone: 0 };
    const targets = await selectChangedTargets(tx, task.undoOf!, undone, bulkSliceSize);
    const [locked, listOrTag] = await Promise.all([
      lockProspects(
        tx,
        targets.map(({ prospectId }) => prospectId),
      ),
      boardId === null ? null : findListOrTag(tx, listOrTagActions[action]!.kind, { id: boardId }),
    ]);
    const previousStates = await selectUnchangedTargets(tx, task.undoOf!, targets, {
      types,
      boardId,
    });
    const previousOf = new Map(previousStates.map((each) => [each.prospectId, each]));
    const prospects = locked.filter(({ id }) => previousOf.has(id));
    const members = await lockExistingMembers(tx, previousOwners(action, previousStates));

    let affected = 0;
    for (const group of groupsToRestore(action, prospects, previousOf)) {
      const { previousStage: stage, previousOwner } = previousOf.get(group[0]!.id)!;
      const ownerId = previousOwner !== null && members.has(previousOwner) ? previousOwner : null;
      const operation: BulkOperation =
        action === 'assign' ? { action, listOrTag, ownerId } : { action, listOrTag, stage };
      affected += (await applyBulkOperation(scope, operation, group)).length;
    }
    const failures = missingFailures(targets, locked);
    const isLast = targets.length < bulkSliceSize;
    return {
      done: targets.length,
      failures,
      counts: {
        affected,
        unchanged: targets.length - failures.length - affected,
        missing: failures.length,
      },
      position: { undone: targets.at(-1)?.number ?? undone },
      isLast,
    };
  });

const previousOwners = (action: BulkTaskAction, states: PreviousState[]): string[] =>
  action === 'assign'
    ? [...new Set(states.flatMap(({ previousOwner }) => previousOwner ?? []))]
    : [];

/** Groups prospects by the stage or owner to restore. Other actions have one group. */
const groupsToRestore = (
  action: BulkTaskAction,
  prospects: LockedProspect[],
  previousOf: Map<string, PreviousState>,
): LockedProspect[][] => [
  ...Map.groupBy(prospects, ({ id }) => {
    const { previousStage, previousOwner } = previousOf.get(id)!;
    return action === 'stage' ? previousStage : action === 'assign' ? previousOwner : null;
  }).values(),
];
