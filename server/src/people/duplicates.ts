import { sql, type Tx } from '../platform/db/index.ts';

/**
 * Hands on the LinkedIn keys of prospects that go, or that get another profile: of the other records
 * of that profile the preferred or the oldest takes the key, and the rest are now its duplicates.
 * Called before the change is written, since the key must be free.
 */
export function handOnKeys(tx: Tx, ids: string[], preferredId: string | null = null): void {
  tx.atCommit(sql`
    update prospect set linkedin_key = null
    where workspace_id = ${tx.workspaceId} and id = any(array(
      select older_id from prospect_duplicate
      where workspace_id = ${tx.workspaceId} and older_id = any(${ids}::uuid[])))`);
  tx.atCommit(sql`
    delete from prospect_duplicate
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
  tx.atCommit(sql`
    with heir as (
      select distinct on (linkedin_key) linkedin_key, prospect_id as id
      from prospect_duplicate
      where workspace_id = ${tx.workspaceId} and older_id = any(${ids}::uuid[])
      order by linkedin_key, (prospect_id = ${preferredId}::uuid) is not true, prospect_id
    ), keyed as (
      update prospect p set linkedin_key = heir.linkedin_key, name_key = null
      from heir
      where p.workspace_id = ${tx.workspaceId} and p.id = heir.id
    ), settled as (
      delete from prospect_duplicate d using heir
      where d.workspace_id = ${tx.workspaceId} and d.prospect_id = heir.id
    )
    update prospect_duplicate d set older_id = heir.id
    from heir
    where d.workspace_id = ${tx.workspaceId} and d.older_id = any(${ids}::uuid[])
      and d.linkedin_key = heir.linkedin_key and d.prospect_id <> heir.id`);
}

/** A record that takes over the profile of another takes over that it is a duplicate, too. */
export function handOnDuplicate(tx: Tx, fromId: string, toId: string): void {
  tx.atCommit(sql`
    update prospect_duplicate set prospect_id = ${toId}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${fromId} and older_id <> ${toId}`);
}
