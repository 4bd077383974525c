import { sql, type Tx } from '../platform/db/index.ts';
import type { Duplicate, Rekeyed } from './linkedin-keys.rules.ts';

/** The last processed id in this workspace; undefined when done. */
export async function selectProgress(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.rows<{ afterId: string }>(sql`
    select after_id as "afterId" from linkedin_rekey where workspace_id = ${tx.workspaceId}`);
  return row?.afterId;
}

export function saveProgress(tx: Tx, afterId: string): void {
  tx.defer(sql`
    update linkedin_rekey set after_id = ${afterId} where workspace_id = ${tx.workspaceId}`);
}

export function markDone(tx: Tx): void {
  tx.defer(sql`delete from linkedin_rekey where workspace_id = ${tx.workspaceId}`);
}

export interface ProspectWithUrl {
  id: string;
  linkedinUrl: string;
}

/** The next prospects with a LinkedIn URL, oldest first. */
export const selectWithLinkedinUrl = (
  tx: Tx,
  afterId: string,
  limit: number,
): Promise<ProspectWithUrl[]> =>
  tx.rows<ProspectWithUrl>(sql`
    select id, linkedin_url as "linkedinUrl" from prospect
    where workspace_id = ${tx.workspaceId} and id > ${afterId} and linkedin_url is not null
    order by id limit ${limit}`);

export const selectKeyHolders = (tx: Tx, linkedinKeys: string[]) =>
  tx.rows<{ id: string }>(sql`
    select id from prospect
    where workspace_id = ${tx.workspaceId} and linkedin_key = any(${linkedinKeys}::text[])`);

export const selectUsedNameKeys = (tx: Tx, nameKeys: string[]) =>
  tx.rows<{ nameKey: string }>(sql`
    select name_key as "nameKey" from prospect
    where workspace_id = ${tx.workspaceId} and name_key = any(${nameKeys}::text[])`);

/** Clears keys before setting them: a unique index checks each row as it is updated, in any order. */
export function updateKeys(tx: Tx, changed: Rekeyed[]): void {
  const ids = changed.map(({ before }) => before.id);
  const rows = changed.map(({ before, linkedinKey, nameKey, doNotContact }) => ({
    id: before.id,
    linkedin_key: linkedinKey,
    name_key: nameKey,
    do_not_contact: doNotContact,
  }));
  tx.defer(sql`
    update prospect set linkedin_key = null, name_key = null
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  tx.defer(sql`
    update prospect p
    set linkedin_key = changed.linkedin_key, name_key = changed.name_key,
        do_not_contact = changed.do_not_contact
    from json_populate_recordset(null::prospect, ${JSON.stringify(rows)}) as changed
    where p.workspace_id = ${tx.workspaceId} and p.id = changed.id`);
}

/** If the older prospect of a pair is itself a duplicate, the pair points to the oldest. */
export function insertDuplicates(tx: Tx, duplicates: Duplicate[]): void {
  if (duplicates.length === 0) return;
  tx.defer(sql`
    insert into prospect_duplicate (workspace_id, prospect_id, older_id, linkedin_key)
    select ${tx.workspaceId}, "prospectId", "olderId", "linkedinKey"
    from json_to_recordset(${JSON.stringify(duplicates)})
      as pair ("prospectId" uuid, "olderId" uuid, "linkedinKey" text)
    on conflict (workspace_id, prospect_id) do update
    set older_id = excluded.older_id, linkedin_key = excluded.linkedin_key`);
  tx.defer(sql`
    update prospect_duplicate d set older_id = holder.older_id
    from prospect_duplicate holder
    where d.workspace_id = ${tx.workspaceId} and holder.workspace_id = ${tx.workspaceId}
      and holder.prospect_id = d.older_id and holder.linkedin_key = d.linkedin_key`);
}
