import type { Stage } from '@outcrop/contract';
import type { IdentityKeys } from '@outcrop/contract/identity';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { ProspectFields, SourceType } from '../search/field-rules.ts';

const prospectColumns: Sql = sql`
  p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName", p.title,
  p.company_name as "companyName", p.linkedin_url as "linkedinUrl", p.website, p.email, p.phone,
  p.location_name as "locationName", p.linkedin_key as "linkedinKey", p.email_key as "emailKey",
  p.name_key as "nameKey", p.stage, p.do_not_contact as "doNotContact", p.source_type as "sourceType",
  p.updated_at as "updatedAt"`;

export interface Keys {
  linkedin: string[];
  email: string[];
  name: string[];
}

export interface FoundProspect extends ProspectFields {
  stage: Stage;
  doNotContact: boolean;
  sourceType: SourceType;
  updatedAt: Date;
}

/** Three separate index lookups: with an OR over three columns the planner may not use the indexes. */
const idsByKeys = (workspaceId: string, keys: Keys): Sql => sql`
  select id from prospect where workspace_id = ${workspaceId} and linkedin_key = any(${keys.linkedin}::text[])
  union all
  select id from prospect where workspace_id = ${workspaceId} and email_key = any(${keys.email}::text[])
  union all
  select id from prospect where workspace_id = ${workspaceId} and name_key = any(${keys.name}::text[])`;

/**
 * Locks all prospects that have one of the keys, in id order. As an array the ids are looked up one
 * by one; as a join, without statistics, the whole workspace was read.
 */
export const lockProspectsByKeys = (tx: Tx, keys: Keys): Promise<FoundProspect[]> =>
  tx.rows<FoundProspect>(sql`
    select ${prospectColumns}
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = any(array(${idsByKeys(tx.workspaceId, keys)}))
    order by p.id
    for no key update of p`);

/** Locks existing prospects in id order and reads all their fields. */
export const lockProspectsById = (tx: Tx, ids: string[]): Promise<FoundProspect[]> =>
  tx.rows<FoundProspect>(sql`
    select ${prospectColumns}
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])
    order by p.id
    for no key update of p`);

export const prospectExists = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await tx.rows(sql`
      select from prospect where workspace_id = ${tx.workspaceId} and id = ${id}`)
  ).length > 0;

export interface KeyHolder {
  id: string;
  key: keyof IdentityKeys;
}

/** Other prospects with one of these keys. The caller must hold the usage-row lock. */
export const selectKeyHolders = (
  tx: Tx,
  { linkedinKey, emailKey, nameKey }: ProspectFields,
  exceptIds: string[],
): Promise<KeyHolder[]> =>
  tx.rows<KeyHolder>(sql`
    select id, key
    from (
      select id, 'linkedin' as key from prospect
      where workspace_id = ${tx.workspaceId} and linkedin_key = ${linkedinKey}
      union all
      select id, 'email' from prospect
      where workspace_id = ${tx.workspaceId} and email_key = ${emailKey}
      union all
      select id, 'name' from prospect
      where workspace_id = ${tx.workspaceId} and name_key = ${nameKey}) as holder
    where id <> all(${exceptIds}::uuid[])`);

/**
 * Which of them are on a list. A separate statement: in the locking statement, the snapshot would
 * date from before the lock was acquired.
 */
export async function selectListMembersByKeys(
  tx: Tx,
  keys: Keys,
  list: { id: string } | { nameKey: string },
): Promise<Set<string>> {
  const matchesList = 'id' in list ? sql`id = ${list.id}` : sql`name_key = ${list.nameKey}`;
  // OFFSET 0 forces one lookup per prospect; without statistics a join read the whole list for
  // each, which took seconds from 2,000 members on.
  const rows = await tx.rows<{ id: string }>(sql`
    select candidate.id
    from (${idsByKeys(tx.workspaceId, keys)}) as candidate
    where exists (
      select from prospect_list m
      where m.workspace_id = ${tx.workspaceId} and m.prospect_id = candidate.id and m.list_id = (
        select id from list where workspace_id = ${tx.workspaceId} and ${matchesList})
      offset 0)`);
  return new Set(rows.map(({ id }) => id));
}

/** The fields of a prospect that bulk changes need. */
export interface LockedProspect {
  id: string;
  stage: Stage;
  doNotContact: boolean;
  emailKey: string | null;
  linkedinKey: string | null;
}

/** Locks existing prospects in id order, to avoid deadlocks. */
export const lockProspects = (tx: Tx, ids: string[]): Promise<LockedProspect[]> =>
  tx.rows<LockedProspect>(sql`
    select id, stage, do_not_contact as "doNotContact", email_key as "emailKey", linkedin_key as "linkedinKey"
    from prospect
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by id
    for no key update`);

const asRow = ({
  prospect,
  doNotContact,
}: {
  prospect: ProspectFields;
  doNotContact: boolean;
}) => ({
  id: prospect.id,
  full_name: prospect.fullName,
  first_name: prospect.firstName,
  last_name: prospect.lastName,
  title: prospect.title,
  company_name: prospect.companyName,
  linkedin_url: prospect.linkedinUrl,
  website: prospect.website,
  email: prospect.email,
  phone: prospect.phone,
  location_name: prospect.locationName,
  linkedin_key: prospect.linkedinKey,
  email_key: prospect.emailKey,
  name_key: prospect.nameKey,
  do_not_contact: doNotContact,
});

export interface NewProspect {
  prospect: ProspectFields;
  document: string;
  doNotContact: boolean;
  createdAt: Date;
}

const asNewRow = (prospect: NewProspect) => ({
  ...asRow(prospect),
  created_at: prospect.createdAt,
});

export function insertProspects(tx: Tx, prospects: NewProspect[], sourceType: SourceType): void {
  if (prospects.length === 0) return;
  tx.defer(sql`
    insert into prospect (workspace_id, id, full_name, first_name, last_name, title, company_name,
      linkedin_url, website, email, phone, location_name, linkedin_key, email_key, name_key,
      do_not_contact, source_type, created_at, updated_at)
    select ${tx.workspaceId}, id, full_name, first_name, last_name, title, company_name,
      linkedin_url, website, email, phone, location_name, linkedin_key, email_key, name_key,
      do_not_contact, ${sourceType}, created_at, created_at
    from json_populate_recordset(null::prospect, ${JSON.stringify(prospects.map(asNewRow))})`);
  const searchRows = prospects.map(({ prospect, document, createdAt }) => ({
    prospect_id: prospect.id,
    created_at: createdAt,
    document,
    has_email: prospect.email !== null,
    has_linkedin: prospect.linkedinUrl !== null,
  }));
  tx.defer(sql`
    insert into prospect_search
      (workspace_id, prospect_id, created_at, document, stage, has_email, has_linkedin, enrichment_status)
    select ${tx.workspaceId}, prospect_id, created_at, document, 'new', has_email, has_linkedin, 'none'
    from json_populate_recordset(null::prospect_search, ${JSON.stringify(searchRows)})`);
}

export interface ChangedProspect {
  prospect: ProspectFields;
  doNotContact: boolean;
  /** Omitted when unchanged: updating the text index is the most expensive part of a write. */
  document?: string;
}

/** Strictly increasing, so that `ifUpdatedAt` detects concurrent edits. */
export const nextUpdatedAt = (prospect = sql`p`): Sql =>
  sql`greatest(now(), ${prospect}.updated_at + interval '1 millisecond')`;

export function updateProspects(tx: Tx, prospects: ChangedProspect[]): void {
  if (prospects.length === 0) return;
  tx.defer(sql`
    update prospect p
    set full_name = changed.full_name, first_name = changed.first_name, last_name = changed.last_name,
        title = changed.title, company_name = changed.company_name, linkedin_url = changed.linkedin_url,
        website = changed.website, email = changed.email, phone = changed.phone,
        location_name = changed.location_name, linkedin_key = changed.linkedin_key,
        email_key = changed.email_key, name_key = changed.name_key,
        do_not_contact = changed.do_not_contact, updated_at = ${nextUpdatedAt()}
    from json_populate_recordset(null::prospect, ${JSON.stringify(prospects.map(asRow))}) as changed
    where p.workspace_id = ${tx.workspaceId} and p.id = changed.id`);
  const searchRows = prospects.flatMap(({ prospect, document }) =>
    document === undefined
      ? []
      : [
          {
            prospect_id: prospect.id,
            document,
            has_email: prospect.email !== null,
            has_linkedin: prospect.linkedinUrl !== null,
          },
        ],
  );
  if (searchRows.length === 0) return;
  tx.defer(sql`
    update prospect_search s
    set document = changed.document, has_email = changed.has_email, has_linkedin = changed.has_linkedin
    from json_populate_recordset(null::prospect_search, ${JSON.stringify(searchRows)}) as changed
    where s.workspace_id = ${tx.workspaceId} and s.prospect_id = changed.prospect_id`);
}

export function moveToStage(tx: Tx, stage: Stage, ids: string[]): void {
  tx.defer(sql`
    update prospect p set stage = ${stage}, updated_at = ${nextUpdatedAt()}
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])`);
  tx.defer(sql`
    update prospect_search set stage = ${stage}
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}

export function setDoNotContact(tx: Tx, doNotContact: boolean, ids: string[]): void {
  tx.defer(sql`
    update prospect p set do_not_contact = ${doNotContact}, updated_at = ${nextUpdatedAt()}
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])`);
}

/** Deletes prospects with everything that belongs only to them. */
export function deleteProspects(tx: Tx, ids: string[]): void {
  tx.defer(sql`
    delete from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
}
