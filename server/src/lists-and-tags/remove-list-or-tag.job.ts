import { z } from 'zod';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ListOrTagKind } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { runTaskInSlices } from '../core/tasks/run-task-in-slices.ts';
import { startTask } from '../core/tasks/start-task.ts';
import type { StoredTask } from '../core/tasks/tasks.sql.ts';
import { lockUsage } from '../core/usage/quota.ts';
import type { ActorTransaction } from '../platform/caller.ts';
import { notFound } from '../platform/error.ts';
import { defineJob } from '../platform/queue/job.ts';
import { lockListsOrTags } from './lists-and-tags.sql.ts';
import { deleteAndRecord, removeMembersBatch } from './remove-members.ts';

/** Small, because adding prospects waits while a slice runs. */
const sliceSize = 500;

export const removeListOrTagTask = defineJob({
  name: 'end-board-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored task input. `intoId` is set for a merge. */
interface RemovalInput {
  kind: ListOrTagKind;
  id: string;
  intoId: string | null;
}

/** Deletes or merges a list or tag that is too large for one request. */
export async function startRemovalTask(
  acting: ActorTransaction,
  input: RemovalInput,
  total: number,
): Promise<StoredTask> {
  const kind = input.intoId === null ? 'delete_board' : 'merge_board';
  const task = await startTask(acting, removeListOrTagTask, { kind, input, total });
  recordAudit(acting, { action: 'task.started', target: task.id, detail: { ...input } });
  return task;
}

/** Members can be added until the last slice, and are removed too. */
export const runRemoveListOrTagTask = (deps: unknown) =>
  runTaskInSlices(removeListOrTagTask, deps, async (scope, task) => {
    const { kind, id, intoId } = task.input as RemovalInput;
    const [, listsOrTags] = await Promise.all([
      lockUsage(scope.tx),
      lockListsOrTags(scope.tx, kind, intoId === null ? [id] : [id, intoId]),
    ]);
    const listOrTag = listsOrTags.find((each) => each.id === id);
    const into = listsOrTags.find((each) => each.id === intoId) ?? null;
    if (!listOrTag) return { done: 0, position: null, isLast: true };
    if (intoId !== null && !into) throw notFound(kind, intoId);

    const removal = { kind, listOrTag, into };
    const { removed, moved } = await removeMembersBatch(scope, removal, sliceSize);
    const before = { removed: task.done, moved: task.counts['moved'] ?? 0 };
    const isLast = removed < sliceSize;
    if (isLast)
      deleteAndRecord(scope, removal, {
        removed: before.removed + removed,
        moved: before.moved + moved,
      });
    return {
      done: removed,
      total: Math.max(task.total!, task.done + removed),
      counts: intoId === null ? { removed: removed } : { moved, folded: removed - moved },
      position: null,
      isLast,
    };
  });
