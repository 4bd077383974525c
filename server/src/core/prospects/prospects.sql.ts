import type { Stage } from '@outcrop/contract';
import type { IdentityKeys } from '@outcrop/contract/identity';
import type { ActorTransaction } from '../../platform/caller.ts';
import { join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { activeAt } from '../events/prospect-activity.sql.ts';
import type { ProspectFields, SourceType } from '../search/field-rules.ts';
import { searchColumns, stagePosition } from '../search/word-rules.ts';
import { indexWords, type TextChange } from './word-index.sql.ts';

const prospectColumns: Sql = sql`
  p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName", p.title,
  p.company_name as "companyName", p.linkedin_url as "linkedinUrl", p.website, p.email, p.phone,
  p.location_name as "locationName", p.linkedin_key as "linkedinKey", p.email_key as "emailKey",
  p.name_key as "nameKey", p.stage, p.do_not_contact as "doNotContact", p.source_type as "sourceType",
  p.owner_id as "ownerId", p.updated_at as "updatedAt", p.search_text as "searchText"`;

export interface ProspectKeys {
  linkedin: string[];
  email: string[];
  name: string[];
}

export interface FoundProspect extends ProspectFields {
  stage: Stage;
  doNotContact: boolean;
  sourceType: SourceType;
  ownerId: string | null;
  updatedAt: Date;
  searchText: string | null;
}

/** Three separate index lookups: with an OR over three columns the planner may not use the indexes. */
const idsByKeys = (workspaceId: string, keys: ProspectKeys): Sql => sql`
  select id from prospect where workspace_id = ${workspaceId} and linkedin_key = any(${keys.linkedin}::text[])
  union all
  select id from prospect where workspace_id = ${workspaceId} and email_key = any(${keys.email}::text[])
  union all
  select id from prospect where workspace_id = ${workspaceId} and name_key = any(${keys.name}::text[])`;

/**
 * Locks all prospects that have one of the keys, in id order. As an array the ids are looked up one
 * by one; as a join, without statistics, the whole workspace was read.
 */
export const lockProspectsByKeys = (tx: Tx, keys: ProspectKeys): Promise<FoundProspect[]> =>
  tx.rows<FoundProspect>(sql`
    select ${prospectColumns}
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = any(array(${idsByKeys(tx.workspaceId, keys)}))
    order by p.id
    for no key update of p`);

/** Locks prospects in id order and reads all their fields. */
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

/**
 * Other prospects with one of these keys. The caller must hold the usage-row lock. Missing keys are left
 * out, because PostgreSQL starts a parallel scan of the table for a comparison with null.
 */
export async function selectKeyHolders(
  tx: Tx,
  { linkedinKey, emailKey, nameKey }: ProspectFields,
  exceptIds: string[],
): Promise<KeyHolder[]> {
  const lookUps = [
    { key: 'linkedin', column: sql`linkedin_key`, value: linkedinKey },
    { key: 'email', column: sql`email_key`, value: emailKey },
    { key: 'name', column: sql`name_key`, value: nameKey },
  ]
    .filter(({ value }) => value !== null)
    .map(
      ({ key, column, value }) => sql`
      select id, ${key} as key from prospect
      where workspace_id = ${tx.workspaceId} and ${column} = ${value}`,
    );
  if (lookUps.length === 0) return [];
  return tx.rows<KeyHolder>(sql`
    select id, key from (${join(lookUps, ' union all ')}) as holder
    where id <> all(${exceptIds}::uuid[])`);
}

/**
 * The prospects with one of the keys that are on a list. A separate statement: the snapshot of the
 * locking statement is older than the lock.
 */
export async function selectListMembersByKeys(
  tx: Tx,
  keys: ProspectKeys,
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
  ownerId: string | null;
  emailKey: string | null;
  linkedinKey: string | null;
  searchText: string | null;
}

/** Locks existing prospects in id order, to avoid deadlocks. */
export const lockProspects = (tx: Tx, ids: string[]): Promise<LockedProspect[]> =>
  tx.rows<LockedProspect>(sql`
    select id, stage, do_not_contact as "doNotContact", owner_id as "ownerId", email_key as "emailKey",
           linkedin_key as "linkedinKey", search_text as "searchText"
    from prospect
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by id
    for no key update`);

/** A prospect to write. */
interface WrittenProspect {
  prospect: ProspectFields;
  doNotContact: boolean;
}

const prospectRow = ({ prospect, doNotContact }: WrittenProspect) => ({
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
  ...searchColumns(prospect),
});

export interface NewProspect extends WrittenProspect {
  createdAt: Date;
}

export function insertProspects(tx: Tx, prospects: NewProspect[], sourceType: SourceType): void {
  if (prospects.length === 0) return;
  const rows = prospects.map((prospect) => ({
    ...prospectRow(prospect),
    created_at: prospect.createdAt,
  }));
  tx.defer(sql`
    insert into prospect (workspace_id, id, full_name, first_name, last_name, title, company_name,
      linkedin_url, website, email, phone, location_name, linkedin_key, email_key, name_key,
      do_not_contact, search_text, sort_name, company_key, source_type, created_at, updated_at,
      last_activity_at)
    select ${tx.workspaceId}, id, full_name, first_name, last_name, title, company_name,
      linkedin_url, website, email, phone, location_name, linkedin_key, email_key, name_key,
      do_not_contact, search_text, sort_name, company_key, ${sourceType}, created_at, created_at,
      created_at
    from json_populate_recordset(null::prospect, ${JSON.stringify(rows)})`);
  indexWords(
    tx,
    rows.map(({ id, search_text }) => ({ id, before: null, after: search_text })),
  );
}

export interface ChangedProspect extends WrittenProspect {
  before: { searchText: string | null };
}

/** Strictly increasing, so that `ifUpdatedAt` detects concurrent edits. */
export const nextUpdatedAt = (prospect = sql`p`): Sql =>
  sql`greatest(now(), ${prospect}.updated_at + interval '1 millisecond')`;

export function updateProspects(acting: ActorTransaction, prospects: ChangedProspect[]): void {
  if (prospects.length === 0) return;
  const { tx } = acting;
  const rows = prospects.map(prospectRow);
  tx.defer(sql`
    update prospect p
    set full_name = changed.full_name, first_name = changed.first_name, last_name = changed.last_name,
        title = changed.title, company_name = changed.company_name, linkedin_url = changed.linkedin_url,
        website = changed.website, email = changed.email, phone = changed.phone,
        location_name = changed.location_name, linkedin_key = changed.linkedin_key,
        email_key = changed.email_key, name_key = changed.name_key,
        do_not_contact = changed.do_not_contact, search_text = changed.search_text,
        sort_name = changed.sort_name, company_key = changed.company_key,
        updated_at = ${nextUpdatedAt()}, last_activity_at = ${activeAt(acting)}
    from json_populate_recordset(null::prospect, ${JSON.stringify(rows)}) as changed
    where p.workspace_id = ${tx.workspaceId} and p.id = changed.id`);
  indexWords(tx, textChanges(prospects, rows));
}

const textChanges = (
  changed: { before: { searchText: string | null } }[],
  rows: { id: string; search_text: string }[],
): TextChange[] =>
  rows.map(({ id, search_text }, index) => ({
    id,
    before: changed[index]!.before.searchText,
    after: search_text,
  }));

export function moveToStage(acting: ActorTransaction, stage: Stage, ids: string[]): void {
  const { tx } = acting;
  tx.defer(sql`
    update prospect p
    set stage = ${stage}, stage_position = ${stagePosition(stage)}, stage_changed_at = now(),
        updated_at = ${nextUpdatedAt()}, last_activity_at = ${activeAt(acting)}
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])`);
}

export function setDoNotContact(
  acting: ActorTransaction,
  doNotContact: boolean,
  ids: string[],
): void {
  const { tx } = acting;
  tx.defer(sql`
    update prospect p
    set do_not_contact = ${doNotContact}, updated_at = ${nextUpdatedAt()},
        last_activity_at = ${activeAt(acting)}
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])`);
}

/** Moves `updated_at` after a change of the tags or lists of locked prospects. */
export function touchProspects(tx: Tx, ids: string[]): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    update prospect p set updated_at = ${nextUpdatedAt()}
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])`);
}

/** The owner's membership must be locked: `requireLockedMember`. */
export function setOwner(acting: ActorTransaction, ownerId: string | null, ids: string[]): void {
  const { tx } = acting;
  tx.defer(sql`
    update prospect p
    set owner_id = ${ownerId}, updated_at = ${nextUpdatedAt()}, last_activity_at = ${activeAt(acting)}
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])`);
}

/** Deletes prospects with everything that belongs only to them. */
export function deleteProspects(
  tx: Tx,
  prospects: { id: string; searchText: string | null }[],
): void {
  const ids = prospects.map(({ id }) => id);
  tx.defer(sql`
    delete from prospect where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
  indexWords(
    tx,
    prospects.map(({ id, searchText }) => ({ id, before: searchText, after: null })),
  );
}
