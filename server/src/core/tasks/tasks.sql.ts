import type { Task, TaskKind, TaskStatus } from '@outcrop/contract';
import type { PagePosition } from '../../platform/cursor.ts';
import { lockInWorkspace, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { StoredRecord } from '../../platform/stored-record.ts';
import { notifyOfTask } from '../notifications/notify-users.sql.ts';

/** A task as a worker reads it. `input` and `position` depend on the kind. */
export interface TaskRow {
  id: string;
  kind: TaskKind;
  status: TaskStatus;
  total: number | null;
  done: number;
  failed: number;
  counts: Record<string, number>;
  input: unknown;
  position: unknown;
  cancelRequested: boolean;
  undoOf: string | null;
  campaignId: string | null;
  actor: Task['startedBy'];
  correlationId: string | null;
}

export type StoredTask = StoredRecord<Task, 'createdAt' | 'startedAt' | 'finishedAt'>;

const taskColumns = sql`
  t.id, t.kind, t.status, t.total, t.done, t.failed, t.counts, t.error, t.undo_of as "undoOf",
  t.campaign_id as "campaignId",
  case when t.kind in ('bulk', 'undo') then json_build_object(
    'action', t.input ->> 'action', 'name', t.input ->> 'boardName', 'stage', t.input ->> 'stage') end as change,
  json_build_object('kind', t.actor_kind, 'id', t.actor_id) as "startedBy",
  t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt",
  t.kind = 'bulk' and t.finished_at is not null and t.input ->> 'action' <> 'delete'
    and coalesce((t.counts ->> 'affected')::int, 0) > 0
    and not exists (select from task u where u.workspace_id = t.workspace_id and u.undo_of = t.id) as undoable`;

const selectStoredTasks = (tx: Tx, rest: Sql): Promise<StoredTask[]> =>
  tx.rows<StoredTask>(
    sql`select ${taskColumns} from task t where t.workspace_id = ${tx.workspaceId} ${rest}`,
  );

export const selectTask = async (tx: Tx, id: string): Promise<StoredTask | undefined> =>
  (await selectStoredTasks(tx, sql`and t.id = ${id}`))[0];

export const selectTasks = (
  tx: Tx,
  status: TaskStatus | null,
  after: PagePosition | null,
  limit: number,
): Promise<StoredTask[]> =>
  selectStoredTasks(
    tx,
    sql`${status === null ? sql`` : sql`and t.status = ${status}`}
        ${after ? sql`and (t.created_at, t.id) < (${after.at}, ${after.id})` : sql``}
        order by t.created_at desc, t.id desc limit ${limit}`,
  );

/** The newest tasks of a campaign. */
export const selectCampaignTasks = (
  tx: Tx,
  campaignId: string,
  kind: TaskKind | null,
  limit: number,
): Promise<StoredTask[]> =>
  selectStoredTasks(
    tx,
    sql`and t.campaign_id = ${campaignId} ${kind === null ? sql`` : sql`and t.kind = ${kind}`}
        order by t.created_at desc, t.id desc limit ${limit}`,
  );

/** Unfinished tasks and exports of the last 24 hours. Holds a lock, so that concurrent counts wait. */
export async function countTasks(tx: Tx): Promise<{ unfinished: number; exportsToday: number }> {
  await lockInWorkspace(tx, 'tasks');
  const [counts] = await tx.rows<{ unfinished: number; exportsToday: number }>(sql`
    select (select count(*)::int from task
            where workspace_id = ${tx.workspaceId} and finished_at is null) as "unfinished",
           (select count(*)::int from task
            where workspace_id = ${tx.workspaceId} and created_at > now() - interval '1 day'
              and kind = 'export') as "exportsToday"`);
  return counts!;
}

export const insertTask = (
  tx: Tx,
  task: Pick<
    TaskRow,
    'id' | 'kind' | 'total' | 'input' | 'undoOf' | 'campaignId' | 'actor' | 'correlationId'
  >,
): Promise<number> =>
  tx.run(sql`
    insert into task (workspace_id, id, kind, total, input, undo_of, campaign_id, actor_kind, actor_id, correlation_id)
    values (${tx.workspaceId}, ${task.id}, ${task.kind}, ${task.total}, ${JSON.stringify(task.input)},
            ${task.undoOf}, ${task.campaignId}, ${task.actor.kind}, ${task.actor.id}, ${task.correlationId})`);

export async function readTask(tx: Tx, id: string): Promise<TaskRow | undefined> {
  const [row] = await tx.rows<TaskRow>(taskRowQuery(tx, id));
  return row;
}

/** Locks the task until the transaction ends. */
export async function lockTask(tx: Tx, id: string): Promise<TaskRow | undefined> {
  const [row] = await tx.rows<TaskRow>(sql`${taskRowQuery(tx, id)} for update`);
  return row;
}

const taskRowQuery = (tx: Tx, id: string): Sql => sql`
  select id, kind, status, total, done, failed, counts, input, position,
         cancel_asked as "cancelRequested", undo_of as "undoOf", campaign_id as "campaignId",
         json_build_object('kind', actor_kind, 'id', actor_id) as actor, correlation_id as "correlationId"
  from task where workspace_id = ${tx.workspaceId} and id = ${id}`;

/** Marks the task as running; false if it ended or should be canceled. */
export const markTaskRunning = (tx: Tx, id: string): Promise<boolean> =>
  saveTaskProgress(tx, id, 0);

/** Saves progress; false if the task ended or should be canceled. */
export async function saveTaskProgress(tx: Tx, id: string, done: number): Promise<boolean> {
  const rows = await tx.rows(sql`
    update task
    set status = 'running', started_at = coalesce(started_at, now()), touched_at = now(),
        done = greatest(done, ${done})
    where workspace_id = ${tx.workspaceId} and id = ${id} and finished_at is null and not cancel_asked
    returning id`);
  return rows.length > 0;
}

/** Returns false and changes nothing if the task has ended. */
export async function updateTask(
  tx: Tx,
  { id, status, total, done, failed, counts, position }: Omit<TaskRow, 'input'>,
): Promise<boolean> {
  const updated = await tx.run(sql`
    update task
    set status = ${status}, total = ${total}, done = ${done}, failed = ${failed},
        counts = ${JSON.stringify(counts)}, position = ${JSON.stringify(position)},
        started_at = coalesce(started_at, now()), touched_at = now()
        ${status === 'running' ? sql`` : sql`, ${finishedColumns}`}
    where workspace_id = ${tx.workspaceId} and id = ${id} and finished_at is null`);
  if (status !== 'running') notifyOfTask(tx, id);
  return updated > 0;
}

export async function failTask(tx: Tx, id: string, error: string): Promise<void> {
  await tx.run(sql`
    update task
    set status = 'failed', error = ${error}, started_at = coalesce(started_at, now()), ${finishedColumns}
    where workspace_id = ${tx.workspaceId} and id = ${id} and finished_at is null`);
  notifyOfTask(tx, id);
}

/**
 * A task that has not started, or has not been updated for 5 minutes, ends immediately; others end
 * before their next slice.
 */
export const cancelTask = (tx: Tx, id: string): Promise<number> => {
  const isIdle = sql`(status = 'queued' or touched_at < now() - interval '5 minutes')`;
  return tx.run(sql`
    update task
    set cancel_asked = true,
        status = case when ${isIdle} then 'cancelled' else status end,
        finished_at = case when ${isIdle} then now() end,
        input = case when ${isIdle} then ${inputWithoutQuery} else input end
    where workspace_id = ${tx.workspaceId} and id = ${id} and finished_at is null`);
};

/** The search text may be a name or an address, so it is deleted when the task ends. */
const inputWithoutQuery = sql`input #- '{filter,q}'`;
const finishedColumns = sql`finished_at = now(), input = ${inputWithoutQuery}`;

export interface TaskFailure {
  number: number;
  reason: string;
  row: Record<string, unknown>;
}

/** A failure as stored. An import stores only the cells: with column names, rows would be far longer. */
export type StoredTaskFailure = Omit<TaskFailure, 'row'> & { row: TaskFailure['row'] | string[] };

export function insertTaskFailures(tx: Tx, taskId: string, failures: StoredTaskFailure[]): void {
  if (failures.length === 0) return;
  tx.defer(sql`
    insert into task_failure (workspace_id, task_id, number, reason, "row")
    select ${tx.workspaceId}, ${taskId}, number, reason, "row"
    from json_to_recordset(${JSON.stringify(failures)}) as failure (number int, reason text, "row" json)`);
}

type FailurePosition = { taskId: string; number: number };

/** Failures of imports that had been started by then, with the cells of their rows. */
export const selectImportFailures = (
  tx: Tx,
  until: Date,
  after: FailurePosition | null,
  limit: number,
) =>
  tx.rows<FailurePosition & Pick<StoredTaskFailure, 'row'>>(sql`
    select f.task_id as "taskId", f.number, f."row"
    from task_failure f join task t on t.workspace_id = f.workspace_id and t.id = f.task_id
    where f.workspace_id = ${tx.workspaceId} and t.kind in ('import', 'import_dry_run')
      and t.created_at <= ${until}
      ${after ? sql`and (f.task_id, f.number) > (${after.taskId}::uuid, ${after.number}::int)` : sql``}
    order by f.task_id, f.number limit ${limit}`);

export const deleteTaskFailures = (tx: Tx, failures: FailurePosition[]): Promise<number> =>
  tx.run(sql`
    delete from task_failure f
    using json_to_recordset(${JSON.stringify(failures)}) as found ("taskId" uuid, number int)
    where f.workspace_id = ${tx.workspaceId} and f.task_id = found."taskId" and f.number = found.number`);

/** Cells by column name; extra cells are numbered. */
const namedCells = (names: string[], cells: string[]): Record<string, string> =>
  Object.fromEntries([
    ...names.map((name, index) => [name, cells[index] ?? '']),
    ...cells.slice(names.length).map((cell, n) => [`Column ${names.length + n + 1}`, cell]),
  ]);

/** Kinds of tasks whose failures have the id of a prospect. */
const kindsNamingProspects: TaskKind[] = ['enroll', 'enroll_dry_run', 'rehearsal'];

/**
 * The next failures. Names and addresses are looked up and not stored, so that nothing remains of a
 * deleted prospect.
 */
export async function selectTaskFailures(
  tx: Tx,
  { id, kind }: Pick<TaskRow, 'id' | 'kind'>,
  after: number,
  limit: number,
): Promise<TaskFailure[]> {
  const [stored, [{ names } = { names: null }]] = await Promise.all([
    tx.rows<StoredTaskFailure>(sql`
      select number, reason, "row" from task_failure
      where workspace_id = ${tx.workspaceId} and task_id = ${id} and number > ${after}
      order by number limit ${limit}`),
    tx.rows<{ names: string[] | null }>(sql`
      select input -> 'names' as names from task
      where workspace_id = ${tx.workspaceId} and id = ${id}`),
  ]);
  const failures = stored.map(({ row, ...failure }) => ({
    ...failure,
    row: Array.isArray(row) ? namedCells(names ?? [], row) : row,
  }));
  if (!kindsNamingProspects.includes(kind)) return failures;
  const ids = failures.map(({ row }) => row['prospectId'] as string);
  const prospects = await tx.rows<{ id: string }>(sql`
    select id, coalesce(full_name, nullif(concat_ws(' ', first_name, last_name), '')) as "fullName",
           email, company_name as "companyName"
    from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  const prospectOf = new Map(prospects.map(({ id: prospectId, ...rest }) => [prospectId, rest]));
  const unknown = { fullName: null, email: null, companyName: null };
  return failures.map((failure) => {
    const { prospectId, ...row } = failure.row;
    return {
      ...failure,
      row: { prospectId, ...(prospectOf.get(prospectId as string) ?? unknown), ...row },
    };
  });
}
