import { sql, type Tx } from '../../platform/db/index.ts';

/** A prospect that a task processes. */
export interface TaskTarget {
  number: number;
  prospectId: string;
}

/** Appends targets after the first `before` of the task. */
export function insertTaskTargets(tx: Tx, taskId: string, before: number, ids: string[]): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    insert into task_target (workspace_id, task_id, number, prospect_id)
    select ${tx.workspaceId}, ${taskId}, ${before} + position, id
    from unnest(${ids}::uuid[]) with ordinality as found (id, position)`);
}

export const selectTaskTargets = (tx: Tx, taskId: string, after: number, limit: number) =>
  tx.rows<TaskTarget>(sql`
    select number, prospect_id as "prospectId" from task_target
    where workspace_id = ${tx.workspaceId} and task_id = ${taskId} and number > ${after}
    order by number limit ${limit}`);
