import type { Stage } from '@outcrop/contract';
import type { PersonKeys } from '@outcrop/contract/identity';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { Person, SourceType } from './person.ts';

/** The columns of a person under the names that the code uses. */
const foundColumns: Sql = sql`
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

export interface FoundPerson extends Person {
  stage: Stage;
  doNotContact: boolean;
  sourceType: SourceType;
  updatedAt: Date;
}

/** Three index look-ups side by side: an OR over three columns would leave the way to the planner. */
const idsByKeys = (workspaceId: string, keys: Keys): Sql => sql`
  select id from prospect where workspace_id = ${workspaceId} and linkedin_key = any(${keys.linkedin}::text[])
  union all
  select id from prospect where workspace_id = ${workspaceId} and email_key = any(${keys.email}::text[])
  union all
  select id from prospect where workspace_id = ${workspaceId} and name_key = any(${keys.name}::text[])`;

/**
 * Everyone whom one of the keys means, locked in id order. As an array their ids are looked up one
 * by one; as a join, without statistics, the whole workspace was read to find them.
 */
export const lockByKeys = (tx: Tx, keys: Keys): Promise<FoundPerson[]> =>
  tx.rows<FoundPerson>(sql`
    select ${foundColumns}
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = any(array(${idsByKeys(tx.workspaceId, keys)}))
    order by p.id
    for no key update of p`);

/** Those of these people who exist, with all that is known about them, locked in id order. */
export const lockPeople = (tx: Tx, ids: string[]): Promise<FoundPerson[]> =>
  tx.rows<FoundPerson>(sql`
    select ${foundColumns}
    from prospect p
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${ids}::uuid[])
    order by p.id
    for no key update of p`);

export const isProspect = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await tx.rows(sql`
      select from prospect where workspace_id = ${tx.workspaceId} and id = ${id}`)
  ).length > 0;

export interface Holder {
  id: string;
  key: keyof PersonKeys;
}

/** Who else has one of these keys: whoever asks holds the usage row, so that nobody takes one. */
export const selectHolders = (
  tx: Tx,
  { linkedinKey, emailKey, nameKey }: Person,
  besides: string[],
): Promise<Holder[]> =>
  tx.rows<Holder>(sql`
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
    where id <> all(${besides}::uuid[])`);

/**
 * Who of them is on a list. A statement of its own: read together with the lock, it would be as
 * old as the moment before the lock was waited for.
 */
export async function membersByKeys(
  tx: Tx,
  keys: Keys,
  list: { id: string } | { nameKey: string },
): Promise<Set<string>> {
  const isMeant = 'id' in list ? sql`id = ${list.id}` : sql`name_key = ${list.nameKey}`;
  // OFFSET 0 keeps this a look-up for each of them; without statistics a join read the whole list
  // once for each, which took seconds from 2,000 members on.
  const rows = await tx.rows<{ id: string }>(sql`
    select meant.id
    from (${idsByKeys(tx.workspaceId, keys)}) as meant
    where exists (
      select from prospect_list m
      where m.workspace_id = ${tx.workspaceId} and m.prospect_id = meant.id and m.list_id = (
        select id from list where workspace_id = ${tx.workspaceId} and ${isMeant})
      offset 0)`);
  return new Set(rows.map(({ id }) => id));
}

/** A prospect as far as a change to many of them must know it. */
export interface LockedProspect {
  id: string;
  stage: Stage;
  doNotContact: boolean;
  emailKey: string | null;
  linkedinKey: string | null;
}

/** Those of the prospects that exist, locked in id order, as everyone locks more than one. */
export const lockProspects = (tx: Tx, ids: string[]): Promise<LockedProspect[]> =>
  tx.rows<LockedProspect>(sql`
    select id, stage, do_not_contact as "doNotContact", email_key as "emailKey", linkedin_key as "linkedinKey"
    from prospect
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by id
    for no key update`);

const asRow = ({ person, doNotContact }: { person: Person; doNotContact: boolean }) => ({
  id: person.id,
  full_name: person.fullName,
  first_name: person.firstName,
  last_name: person.lastName,
  title: person.title,
  company_name: person.companyName,
  linkedin_url: person.linkedinUrl,
  website: person.website,
  email: person.email,
  phone: person.phone,
  location_name: person.locationName,
  linkedin_key: person.linkedinKey,
  email_key: person.emailKey,
  name_key: person.nameKey,
  do_not_contact: doNotContact,
});

export interface NewPerson {
  person: Person;
  document: string;
  doNotContact: boolean;
  createdAt: Date;
}

const asNewRow = (person: NewPerson) => ({ ...asRow(person), created_at: person.createdAt });

export function insertPeople(tx: Tx, people: NewPerson[], sourceType: SourceType): void {
  if (people.length === 0) return;
  tx.atCommit(sql`
    insert into prospect (workspace_id, id, full_name, first_name, last_name, title, company_name,
      linkedin_url, website, email, phone, location_name, linkedin_key, email_key, name_key,
      do_not_contact, source_type, created_at, updated_at)
    select ${tx.workspaceId}, id, full_name, first_name, last_name, title, company_name,
      linkedin_url, website, email, phone, location_name, linkedin_key, email_key, name_key,
      do_not_contact, ${sourceType}, created_at, created_at
    from json_populate_recordset(null::prospect, ${JSON.stringify(people.map(asNewRow))})`);
  const searched = people.map(({ person, document, createdAt }) => ({
    prospect_id: person.id,
    created_at: createdAt,
    document,
    has_email: person.email !== null,
    has_linkedin: person.linkedinUrl !== null,
  }));
  tx.atCommit(sql`
    insert into prospect_search
      (workspace_id, prospect_id, created_at, document, stage, has_email, has_linkedin, enrichment_status)
    select ${tx.workspaceId}, prospect_id, created_at, document, 'new', has_email, has_linkedin, 'none'
    from json_populate_recordset(null::prospect_search, ${JSON.stringify(searched)})`);
}

export interface ChangedPerson {
  person: Person;
  doNotContact: boolean;
  /** Left out when it is still the same: the text index is what a write costs most. */
  document?: string;
}

/** A time that is never told twice: by it, whoever edits a person sees that someone else has. */
const aLaterTime: Sql = sql`greatest(now(), p.updated_at + interval '1 millisecond')`;

export function updatePeople(tx: Tx, people: ChangedPerson[]): void {
  if (people.length === 0) return;
  tx.atCommit(sql`
    update prospect p
    set full_name = changed.full_name, first_name = changed.first_name, last_name = changed.last_name,
        title = changed.title, company_name = changed.company_name, linkedin_url = changed.linkedin_url,
        website = changed.website, email = changed.email, phone = changed.phone,
        location_name = changed.location_name, linkedin_key = changed.linkedin_key,
        email_key = changed.email_key, name_key = changed.name_key,
        do_not_contact = changed.do_not_contact, updated_at = ${aLaterTime}
    from json_populate_recordset(null::prospect, ${JSON.stringify(people.map(asRow))}) as changed
    where p.workspace_id = ${tx.workspaceId} and p.id = changed.id`);
  const searched = people.flatMap(({ person, document }) =>
    document === undefined
      ? []
      : [
          {
            prospect_id: person.id,
            document,
            has_email: person.email !== null,
            has_linkedin: person.linkedinUrl !== null,
          },
        ],
  );
  if (searched.length === 0) return;
  tx.atCommit(sql`
    update prospect_search s
    set document = changed.document, has_email = changed.has_email, has_linkedin = changed.has_linkedin
    from json_populate_recordset(null::prospect_search, ${JSON.stringify(searched)}) as changed
    where s.workspace_id = ${tx.workspaceId} and s.prospect_id = changed.prospect_id`);
}
