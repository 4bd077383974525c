import { lockInWorkspace, sql, type Tx } from '../platform/db/index.ts';

export interface ViewRow {
  id: string;
  name: string;
  query: string;
  columns: { key: string; width?: number | undefined }[];
  ownerId: string | null;
  /** The only user who sees it. Null if it is shared. */
  privateTo: string | null;
  pinned: boolean;
  updatedAt: Date;
}

const columnsFor = (userId: string) => sql`
  v.id, v.name, v.query, v.columns, v.owner_id as "ownerId", v.private_to as "privateTo",
  v.updated_at as "updatedAt",
  exists (select from view_pin p where p.workspace_id = v.workspace_id and p.user_id = ${userId}
          and p.view_id = v.id) as pinned`;

/** Shared views and the user's private views, by name. */
export const selectViews = (tx: Tx, userId: string): Promise<ViewRow[]> =>
  tx.rows<ViewRow>(sql`
    select ${columnsFor(userId)} from saved_view v
    where v.workspace_id = ${tx.workspaceId} and (v.private_to is null or v.private_to = ${userId})
    order by v.name_key, v.id`);

export async function selectView(tx: Tx, userId: string, id: string): Promise<ViewRow | undefined> {
  const [view] = await tx.rows<ViewRow>(sql`
    select ${columnsFor(userId)} from saved_view v
    where v.workspace_id = ${tx.workspaceId} and v.id = ${id}
      and (v.private_to is null or v.private_to = ${userId})`);
  return view;
}

/** All views of the workspace, also private ones. */
export const selectViewTexts = (tx: Tx): Promise<Pick<ViewRow, 'id' | 'name' | 'query'>[]> =>
  tx.rows(sql`select id, name, query from saved_view where workspace_id = ${tx.workspaceId}`);

export const deleteViews = (tx: Tx, ids: string[]): Promise<number> =>
  tx.run(sql`
    delete from saved_view where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);

/** Blocks concurrent changes, so that names stay unique and the limit is exact. */
export const lockViews = (tx: Tx): Promise<unknown> => lockInWorkspace(tx, 'saved_view');

/** Finds another view with the same name, and counts the other views of the same kind. */
export async function selectSameName(
  tx: Tx,
  { id, privateTo }: Pick<ViewRow, 'id' | 'privateTo'>,
  nameKey: string,
): Promise<{ id: string | null; count: number }> {
  const [row] = await tx.rows<{ id: string | null; count: number }>(sql`
    select count(*)::int as count, (array_agg(id) filter (where name_key = ${nameKey}))[1] as id
    from saved_view
    where workspace_id = ${tx.workspaceId} and private_to is not distinct from ${privateTo}::uuid and id <> ${id}`);
  return row!;
}

export function writeView(tx: Tx, view: ViewRow, nameKey: string): void {
  tx.defer(sql`
    insert into saved_view (workspace_id, id, name, name_key, query, columns, owner_id, private_to, updated_at)
    values (${tx.workspaceId}, ${view.id}, ${view.name}, ${nameKey}, ${view.query},
            ${JSON.stringify(view.columns)}::jsonb, ${view.ownerId}, ${view.privateTo}, ${view.updatedAt})
    on conflict (workspace_id, id) do update
    set name = excluded.name, name_key = excluded.name_key, query = excluded.query, columns = excluded.columns,
        owner_id = excluded.owner_id, private_to = excluded.private_to, updated_at = excluded.updated_at`);
}

export function writePin(tx: Tx, userId: string, { id, pinned }: ViewRow): void {
  tx.defer(
    pinned
      ? sql`
        insert into view_pin (workspace_id, user_id, view_id) values (${tx.workspaceId}, ${userId}, ${id})
        on conflict do nothing`
      : sql`
        delete from view_pin
        where workspace_id = ${tx.workspaceId} and user_id = ${userId} and view_id = ${id}`,
  );
}

export const removeView = (tx: Tx, id: string): void =>
  tx.defer(sql`delete from saved_view where workspace_id = ${tx.workspaceId} and id = ${id}`);
