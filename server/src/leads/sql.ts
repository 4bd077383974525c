import { sql, type Tx } from '../platform/db/index.ts';

export function addToList(tx: Tx, listId: string, prospectIds: string[]): void {
  if (prospectIds.length === 0) return;
  tx.defer(sql`
    insert into prospect_list (workspace_id, prospect_id, list_id)
    select ${tx.workspaceId}, unnest(${prospectIds}::uuid[]), ${listId}
    on conflict do nothing`);
}
