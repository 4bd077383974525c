import type { EnrichMode, Prospect } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { StoredRecord } from '../../platform/stored-record.ts';
import { type ProspectFields, toProspectFields } from './field-rules.ts';
import type { HitStatement, SearchHit } from './search-statements.sql.ts';

type RecordRow = Omit<ProspectFields, 'linkedinKey' | 'emailKey' | 'nameKey'> &
  Omit<
    Prospect,
    'stageChangedAt' | 'createdAt' | 'updatedAt' | 'lastActivityAt' | 'enrichmentError'
  > & {
    enrichmentErrors: Record<string, Omit<EnrichmentError, 'mode'>> | null;
    stageChangedAt: Date | null;
    createdAt: Date;
    updatedAt: Date;
    lastActivityAt: Date;
    total: number | null;
    value: string | null;
  };

export type ProspectRecord = StoredRecord<
  Prospect,
  'stageChangedAt' | 'createdAt' | 'updatedAt' | 'lastActivityAt'
>;

export type RecordHit = SearchHit & { record: ProspectRecord };

/** The full records of these prospects, in the order of the ids. */
export async function selectProspectRecords(tx: Tx, ids: string[]): Promise<ProspectRecord[]> {
  if (ids.length === 0) return [];
  const hits = sql`
    select id, position, null::int as total, null::text as value
    from unnest(${ids}::uuid[]) with ordinality as requested (id, position)`;
  return (await selectRows(tx, { hits, order: sql`h.position`, isPrepared: false })).map(asRecord);
}

/** A page of hits with their full records, in one statement to save a round trip. */
export async function selectHitRecords(tx: Tx, statement: HitStatement): Promise<RecordHit[]> {
  const rows = await selectRows(tx, statement);
  return rows.map((row) => ({
    id: row.id,
    value: row.value,
    total: row.total,
    record: asRecord(row),
  }));
}

export type NameRow = Pick<
  Prospect,
  'id' | 'fullName' | 'firstName' | 'lastName' | 'title' | 'companyName' | 'email' | 'linkedinUrl'
>;

export const selectHitNames = (tx: Tx, { hits, order, isPrepared }: HitStatement) =>
  tx.rows<NameRow>(
    sql`
    select p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName",
           p.title, p.company_name as "companyName", p.email, p.linkedin_url as "linkedinUrl"
    from (${hits}) as h
    cross join lateral (
      select * from prospect where workspace_id = ${tx.workspaceId} and id = h.id offset 0) as p
    order by ${order}`,
    { isPrepared },
  );

// OFFSET 0 forces one index lookup per hit, whatever the planner estimates.
const selectRows = (tx: Tx, { hits, order, isPrepared }: HitStatement): Promise<RecordRow[]> =>
  tx.rows<RecordRow>(
    sql`
    select p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName",
           p.title, p.company_name as "companyName", p.linkedin_url as "linkedinUrl", p.website, p.email,
           p.phone, p.location_name as "locationName", p.stage,
           p.stage_changed_at as "stageChangedAt", p.do_not_contact as "doNotContact", p.owner_id as "ownerId",
           p.enrichment_status as "enrichmentStatus", p.source_type as "sourceType",
           p.first_touch_line as "firstTouchLine", p.enrichment, p.enrichment_error as "enrichmentErrors",
           p.created_at as "createdAt", p.updated_at as "updatedAt",
           coalesce(p.last_activity_at, p.created_at) as "lastActivityAt",
           ${listsOrTagsJson(tx, sql`prospect_list`, sql`list`, sql`list_id`)} as lists,
           ${listsOrTagsJson(tx, sql`prospect_tag`, sql`tag`, sql`tag_id`)} as tags,
           coalesce((
             select json_agg(
               json_build_object('id', c.id, 'name', c.name, 'status', c.status, 'enrollmentStatus', m.status)
               order by m.enrolled_at, c.id)
             from ${membershipsOf(tx, sql`enrollment`)} m
             join campaign c on c.workspace_id = m.workspace_id and c.id = m.campaign_id), '[]') as campaigns,
           h.total, h.value
    from (${hits}) as h
    cross join lateral (
      select * from prospect where workspace_id = ${tx.workspaceId} and id = h.id offset 0) as p
    order by ${order}`,
    { isPrepared },
  );

const listsOrTagsJson = (tx: Tx, table: Sql, parent: Sql, column: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name_key)
    from ${membershipsOf(tx, table)} m
    join ${parent} b on b.workspace_id = m.workspace_id and b.id = m.${column}), '[]')`;

/**
 * Memberships of one prospect. OFFSET 0 forces a lookup by prospect: without statistics the planner
 * read all members of a list for each, and 500 records of one list took seconds.
 */
const membershipsOf = (tx: Tx, table: Sql): Sql =>
  sql`(select * from ${table} where workspace_id = ${tx.workspaceId} and prospect_id = p.id offset 0)`;

type EnrichmentError = NonNullable<Prospect['enrichmentError']>;

/** Errors are stored per mode, so that a success in one does not hide a failure in the other. */
const latestError = (errors: NonNullable<RecordRow['enrichmentErrors']>): EnrichmentError | null =>
  Object.entries(errors)
    .map(([mode, error]) => ({ mode: mode as EnrichMode, ...error }))
    .reduce<EnrichmentError | null>(
      (latest, error) => (latest && latest.failedAt > error.failedAt ? latest : error),
      null,
    );

// Field by field: copying whole rows took a tenth of the request.
const asRecord = (row: RecordRow): ProspectRecord => ({
  id: row.id,
  ...toProspectFields(row),
  stage: row.stage,
  stageChangedAt: row.stageChangedAt,
  doNotContact: row.doNotContact,
  ownerId: row.ownerId,
  enrichmentStatus: row.enrichmentStatus,
  sourceType: row.sourceType,
  lists: row.lists,
  tags: row.tags,
  campaigns: row.campaigns,
  firstTouchLine: row.firstTouchLine,
  enrichment: row.enrichment,
  enrichmentError: row.enrichmentErrors && latestError(row.enrichmentErrors),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastActivityAt: row.lastActivityAt,
});
