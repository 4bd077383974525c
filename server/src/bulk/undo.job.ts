import type { BulkTaskAction } from '@outcrop/contract';
import { z } from 'zod';
import { findExisting } from '../core/lists-and-tags/find-or-create.ts';
import { type BulkOperation, listOrTagActions, organize } from '../core/prospects/organize.ts';
import { type LockedProspect, lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { inSlices } from '../core/tasks/in-slices.ts';
import { holdMembersAmong } from '../core/workspaces/members.sql.ts';
import { defineJob } from '../platform/queue/job.ts';
import { type BulkInput, missingFailures, sliceSize } from './bulk.job.ts';
import { type Previous, selectChanged, selectUnchangedSince } from './targets.sql.ts';

export const undoTask = defineJob({
  name: 'undo-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** The inverse of each action, and the event types that show a later change. */
const opposites: Record<
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
  inSlices(undoTask, deps, async (scope, task) => {
    const { tx } = scope;
    const input = task.input as BulkInput;
    const { action, types } = opposites[input.action as keyof typeof opposites];
    const { boardId } = input;
    const { undone } = (task.position as { undone: number } | null) ?? { undone: 0 };
    const targets = await selectChanged(tx, task.undoOf!, undone, sliceSize);
    const [locked, listOrTag] = await Promise.all([
      lockProspects(
        tx,
        targets.map(({ prospectId }) => prospectId),
      ),
      boardId === null ? null : findExisting(tx, listOrTagActions[action]!.kind, { id: boardId }),
    ]);
    const unchanged = await selectUnchangedSince(tx, task.undoOf!, targets, { types, boardId });
    const previousOf = new Map(unchanged.map((each) => [each.prospectId, each]));
    const prospects = locked.filter(({ id }) => previousOf.has(id));
    const members = await holdMembersAmong(tx, previousOwners(action, unchanged));

    let affected = 0;
    for (const group of groupsToRestore(action, prospects, previousOf)) {
      const { previousStage: stage, previousOwner } = previousOf.get(group[0]!.id)!;
      const ownerId = previousOwner !== null && members.has(previousOwner) ? previousOwner : null;
      const operation: BulkOperation =
        action === 'assign' ? { action, listOrTag, ownerId } : { action, listOrTag, stage };
      affected += (await organize(scope, operation, group)).length;
    }
    const failures = missingFailures(targets, locked);
    const isLast = targets.length < sliceSize;
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

const previousOwners = (action: BulkTaskAction, previous: Previous[]): string[] =>
  action === 'assign' ? [...new Set(previous.flatMap((each) => each.previousOwner ?? []))] : [];

/** Prospects with the same stage or owner to restore; other actions have a single group. */
const groupsToRestore = (
  action: BulkTaskAction,
  prospects: LockedProspect[],
  previousOf: Map<string, Previous>,
): LockedProspect[][] => [
  ...Map.groupBy(prospects, ({ id }) => {
    const { previousStage, previousOwner } = previousOf.get(id)!;
    return action === 'stage' ? previousStage : action === 'assign' ? previousOwner : null;
  }).values(),
];
