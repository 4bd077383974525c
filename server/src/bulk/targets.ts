import type { Stage } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';
import type { Affected } from './organize.ts';

/** One of the people whom a task is about. */
export interface Target {
  number: number;
  prospectId: string;
}

/** Puts people behind the first `before` of the task. */
export function insertTargets(tx: Tx, taskId: string, before: number, ids: string[]): void {
  if (ids.length === 0) return;
  tx.atCommit(sql`
    insert into task_target (workspace_id, task_id, number, prospect_id)
    select ${tx.workspaceId}, ${taskId}, ${before} + place, id
    from unnest(${ids}::uuid[]) with ordinality as found (id, place)`);
}

export const selectTargets = (tx: Tx, taskId: string, after: number, most: number) =>
  tx.rows<Target>(sql`
    select number, prospect_id as "prospectId" from task_target
    where workspace_id = ${tx.workspaceId} and task_id = ${taskId} and number > ${after}
    order by number limit ${most}`);

/** Keeps which event tells of the change of each, and what was there before. */
export function markChanged(tx: Tx, taskId: string, targets: Target[], affected: Affected[]): void {
  if (affected.length === 0) return;
  const numberOf = new Map(targets.map(({ prospectId, number }) => [prospectId, number]));
  const rows = affected.map(({ id, eventId, stage }) => ({
    number: numberOf.get(id),
    event_id: eventId,
    previous: { stage },
  }));
  tx.atCommit(sql`
    update task_target t set event_id = changed.event_id, previous = changed.previous
    from json_to_recordset(${JSON.stringify(rows)}) as changed (number int, event_id uuid, previous jsonb)
    where t.workspace_id = ${tx.workspaceId} and t.task_id = ${taskId} and t.number = changed.number`);
}

export const selectChanged = (tx: Tx, taskId: string, after: number, most: number) =>
  tx.rows<Target>(sql`
    select number, prospect_id as "prospectId" from task_target
    where workspace_id = ${tx.workspaceId} and task_id = ${taskId} and number > ${after} and event_id is not null
    order by number limit ${most}`);

/**
 * Those of the targets in whom nobody has changed the same thing since: the last event about it is
 * still the one of the task. To be asked when the people are locked.
 */
export const selectStillOurs = (
  tx: Tx,
  taskId: string,
  targets: Target[],
  { types, boardId }: { types: string[]; boardId: string | null },
) =>
  tx.rows<{ prospectId: string; previousStage: Stage }>(sql`
    select t.prospect_id as "prospectId", t.previous ->> 'stage' as "previousStage"
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
