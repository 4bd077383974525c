import type { BulkAction, Stage } from '@outcrop/contract';
import { z } from 'zod';
import { find } from '../names/find-or-make.ts';
import { type LockedProspect, lockProspects } from '../people/sql.ts';
import { job } from '../platform/queue/job.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { inSlices } from '../tasks/in-slices.ts';
import { missing, sliceSize } from './bulk.job.ts';
import { boardOf, type Order, organize } from './organize.ts';
import type { BulkInput } from './post-bulk-tasks.ts';
import { selectChanged, selectStillOurs } from './targets.ts';

export const undoTask = job({
  name: 'undo-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** What takes an action back, and the events by which one sees whether it was done again since. */
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

/** Puts people back, slice by slice, except where somebody has changed the same thing since. */
export const runUndoTask = (suppression: Suppression) =>
  inSlices(undoTask, async (tx, task, cause) => {
    const input = task.input as BulkInput;
    const { action, types } = opposites[input.action as keyof typeof opposites];
    const { boardId } = input;
    const { undone } = (task.position as { undone: number } | null) ?? { undone: 0 };
    const targets = await selectChanged(tx, task.undoOf!, undone, sliceSize);
    const [locked, board] = await Promise.all([
      lockProspects(
        tx,
        targets.map(({ prospectId }) => prospectId),
      ),
      boardId === null ? null : find(tx, boardOf[action]!.kind, { id: boardId }),
    ]);
    const ours = await selectStillOurs(tx, task.undoOf!, targets, { types, boardId });
    const stageOf = new Map(ours.map((each) => [each.prospectId, each.previousStage]));
    const people = locked.filter(({ id }) => stageOf.has(id));

    let affected = 0;
    for (const [stage, group] of byStage(action, people, stageOf)) {
      const order: Order = { action, board, stage };
      affected += (await organize(tx, suppression, cause, order, group)).length;
    }
    const failures = missing(targets, locked);
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

/** People who go back to different stages are moved one stage at a time; others all at once. */
const byStage = (
  action: BulkAction,
  people: LockedProspect[],
  stageOf: Map<string, Stage>,
): Map<Stage | undefined, LockedProspect[]> =>
  Map.groupBy(people, ({ id }) => (action === 'stage' ? stageOf.get(id) : undefined));
