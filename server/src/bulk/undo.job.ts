import type { BulkAction, Stage } from '@outcrop/contract';
import { z } from 'zod';
import { findExisting } from '../core/lists-and-tags/find-or-create.ts';
import { type BulkOperation, listOrTagActions, organize } from '../core/prospects/organize.ts';
import { type LockedProspect, lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { inSlices } from '../core/tasks/in-slices.ts';
import { job } from '../platform/queue/job.ts';
import { type BulkInput, missingFailures, sliceSize } from './bulk.job.ts';
import { selectChanged, selectUnchangedSince } from './targets.sql.ts';

export const undoTask = job({
  name: 'undo-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** The inverse of each action, and the event types that show a later change. */
const opposites: Record<Exclude<BulkAction, 'delete'>, { action: BulkAction; types: string[] }> = {
  tag: { action: 'untag', types: ['prospect.tagged', 'prospect.untagged'] },
  untag: { action: 'tag', types: ['prospect.tagged', 'prospect.untagged'] },
  add_to_list: {
    action: 'remove_from_list',
    types: ['list.member_added', 'list.member_removed'],
  },
  remove_from_list: { action: 'add_to_list', types: ['list.member_added', 'list.member_removed'] },
  stage: { action: 'stage', types: ['prospect.stage_changed'] },
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
    const stageOf = new Map(unchanged.map((each) => [each.prospectId, each.previousStage]));
    const prospects = locked.filter(({ id }) => stageOf.has(id));

    let affected = 0;
    for (const [stage, group] of byStage(action, prospects, stageOf)) {
      const operation: BulkOperation = { action, listOrTag: listOrTag, stage };
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

/** Groups prospects by the stage to restore; other actions have a single group. */
const byStage = (
  action: BulkAction,
  prospects: LockedProspect[],
  stageOf: Map<string, Stage>,
): Map<Stage | undefined, LockedProspect[]> =>
  Map.groupBy(prospects, ({ id }) => (action === 'stage' ? stageOf.get(id) : undefined));
