import type { Stage } from '@outcrop/contract';
import type { AffectedProspect } from '../core/prospects/bulk-operation.ts';
import type { TaskTarget } from '../core/tasks/task-targets.sql.ts';
import { sql, type Tx } from '../platform/db/index.ts';

/** Stores the event and the previous state of each change, for undo. */
export function markTargetsChanged(
  tx: Tx,
  taskId: string,
  targets: TaskTarget[],
  affected: AffectedProspect[],
): void {
  if (affected.length === 0) return;
  const numberOf = new Map(targets.map(({ prospectId, number }) => [prospectId, number]));
  const rows = affected.map(({ id, eventId, stage, ownerId }) => ({
    number: numberOf.get(id),
    event_id: eventId,
    previous: { stage, ownerId },
  }));
  tx.defer(sql`
    update task_target t set event_id = changed.event_id, previous = changed.previous
    from json_to_recordset(${JSON.stringify(rows)}) as changed (number int, event_id uuid, previous jsonb)
    where t.workspace_id = ${tx.workspaceId} and t.task_id = ${taskId} and t.number = changed.number`);
}

/** The stage and owner before the task. */
export interface PreviousState {
  prospectId: string;
  previousStage: Stage;
  previousOwner: string | null;
}

export const selectChangedTargets = (tx: Tx, taskId: string, after: number, limit: number) =>
  tx.rows<TaskTarget>(sql`
    select number, prospect_id as "prospectId" from task_target
    where workspace_id = ${tx.workspaceId} and task_id = ${taskId} and number > ${after} and event_id is not null
    order by number limit ${limit}`);

/**
 * Targets without a later event of these types, so nothing changed since the task. The prospects must
 * be locked.
 */
export const selectUnchangedTargets = (
  tx: Tx,
  taskId: string,
  targets: TaskTarget[],
  { types, boardId }: { types: string[]; boardId: string | null },
) =>
  tx.rows<PreviousState>(sql`
    select t.prospect_id as "prospectId", t.previous ->> 'stage' as "previousStage",
           t.previous ->> 'ownerId' as "previousOwner"
    from task_target t
    where t.workspace_id = ${tx.workspaceId} and t.task_id = ${taskId}
      and t.number = any(${targets.map(({ number }) => number)}::int[])
      and t.event_id = (
        select e.id from event e
        where e.workspace_id = ${tx.workspaceId} and e.prospect_id = t.prospect_id
          and e.type = any(${types}::text[])
          ${boardId === null ? sql`` : sql`and ${boardId} in (e.data -> 'tag' ->> 'id', e.data -> 'list' ->> 'id')`}
        order by e.created_at desc, e.id desc
        limit 1)`);
