import { sql, type Tx } from '../../platform/db/index.ts';

/**
 * Reassigns the LinkedIn keys of prospects that are deleted or get another profile: the preferred
 * or oldest duplicate takes the key, and the rest become its duplicates. Must run before the change
 * is written, because the key is unique.
 */
export function reassignLinkedinKeys(
  tx: Tx,
  ids: string[],
  preferredId: string | null = null,
): void {
  tx.defer(sql`
    update prospect set linkedin_key = null
    where workspace_id = ${tx.workspaceId} and id = any(array(
      select older_id from prospect_duplicate
      where workspace_id = ${tx.workspaceId} and older_id = any(${ids}::uuid[])))`);
  tx.defer(sql`
    delete from prospect_duplicate
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
  tx.defer(sql`
    with successor as (
      select distinct on (linkedin_key) linkedin_key, prospect_id as id
      from prospect_duplicate
      where workspace_id = ${tx.workspaceId} and older_id = any(${ids}::uuid[])
      order by linkedin_key, (prospect_id = ${preferredId}::uuid) is not true, prospect_id
    ), keyed as (
      update prospect p set linkedin_key = successor.linkedin_key, name_key = null
      from successor
      where p.workspace_id = ${tx.workspaceId} and p.id = successor.id
    ), resolved as (
      delete from prospect_duplicate d using successor
      where d.workspace_id = ${tx.workspaceId} and d.prospect_id = successor.id
    )
    update prospect_duplicate d set older_id = successor.id
    from successor
    where d.workspace_id = ${tx.workspaceId} and d.older_id = any(${ids}::uuid[])
      and d.linkedin_key = successor.linkedin_key and d.prospect_id <> successor.id`);
}

/** When a record takes over another's profile, it also becomes the duplicate. */
export function reassignDuplicate(tx: Tx, fromId: string, toId: string): void {
  tx.defer(sql`
    update prospect_duplicate set prospect_id = ${toId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${fromId} and older_id <> ${toId}`);
}
