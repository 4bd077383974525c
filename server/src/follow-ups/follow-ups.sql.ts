import { displayName } from '../core/prospects/display-name.sql.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { sql, type Tx } from '../platform/db/index.ts';

interface FollowedProspect {
  id: string;
  fullName: string | null;
  companyName: string | null;
  email: string | null;
}

export interface FollowUpRow {
  id: string;
  prospect: FollowedProspect;
  title: string;
  /** Text, because the driver would turn a date into an instant. */
  dueOn: string;
  assigneeId: string | null;
  doneAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const prospectObject = sql`
  json_build_object('id', p.id, 'fullName', ${displayName}, 'companyName', p.company_name, 'email', p.email)`;
const followUpColumns = sql`
  f.id, ${prospectObject} as prospect, f.title, f.due_on::text as "dueOn", f.assignee_id as "assigneeId",
  f.done_at as "doneAt", f.created_at as "createdAt", f.updated_at as "updatedAt"`;
const joinProspect = sql`join prospect p on p.workspace_id = f.workspace_id and p.id = f.prospect_id`;

interface FollowUpFilters {
  assigneeId: string | undefined;
  prospectId: string | undefined;
  dueBefore: string | undefined;
  open: boolean;
}

/** Sorts open follow-ups by day and completed ones in the opposite order. Reads only the prospects of the page. */
export function selectFollowUps(
  tx: Tx,
  { assigneeId, prospectId, dueBefore, open }: FollowUpFilters,
  after: PagePosition | null,
  limit: number,
): Promise<FollowUpRow[]> {
  const [follows, order] = open ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return tx.rows<FollowUpRow>(sql`
    select ${followUpColumns} from (
      select * from follow_up
      where workspace_id = ${tx.workspaceId} and is_open = ${open}
        ${assigneeId === undefined ? sql`` : sql`and assignee_id = ${assigneeId}`}
        ${prospectId === undefined ? sql`` : sql`and prospect_id = ${prospectId}`}
        ${dueBefore === undefined ? sql`` : sql`and due_on < ${dueBefore}::date`}
        ${after ? sql`and (due_on, id) ${follows} (${dayOf(after.at)}::date, ${after.id}::uuid)` : sql``}
      order by due_on ${order}, id ${order}
      limit ${limit}) f
    ${joinProspect}
    order by f.due_on ${order}, f.id ${order}`);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export async function selectFollowedProspect(
  tx: Tx,
  id: string,
): Promise<FollowedProspect | undefined> {
  const [row] = await tx.rows<{ prospect: FollowedProspect }>(sql`
    select ${prospectObject} as prospect from prospect p
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return row?.prospect;
}

export async function lockFollowUp(tx: Tx, id: string): Promise<FollowUpRow | undefined> {
  const [row] = await tx.rows<FollowUpRow>(sql`
    select ${followUpColumns} from follow_up f ${joinProspect}
    where f.workspace_id = ${tx.workspaceId} and f.id = ${id}
    for update of f`);
  return row;
}

export function insertFollowUp(tx: Tx, row: FollowUpRow): void {
  tx.defer(sql`
    insert into follow_up (workspace_id, id, prospect_id, title, due_on, assignee_id, created_at, updated_at)
    values (${tx.workspaceId}, ${row.id}, ${row.prospect.id}, ${row.title}, ${row.dueOn}, ${row.assigneeId},
            ${row.createdAt}, ${row.updatedAt})`);
}

export function updateFollowUp(tx: Tx, row: FollowUpRow): void {
  tx.defer(sql`
    update follow_up
    set title = ${row.title}, due_on = ${row.dueOn}, assignee_id = ${row.assigneeId}, done_at = ${row.doneAt},
        is_open = ${row.doneAt === null}, updated_at = ${row.updatedAt}
    where workspace_id = ${tx.workspaceId} and id = ${row.id}`);
}

/** Lets the assignee be notified again. */
export const deleteFollowUpNotifications = (tx: Tx, { id, prospect }: FollowUpRow): void =>
  tx.defer(sql`
    delete from notification
    where workspace_id = ${tx.workspaceId} and prospect_id = ${prospect.id}
      and kind = 'follow_up' and subject_id = ${id}`);

export const removeFollowUp = (tx: Tx, id: string): void =>
  tx.defer(sql`delete from follow_up where workspace_id = ${tx.workspaceId} and id = ${id}`);
