import type { Prospect } from '@outcrop/contract';
import { type Person, readPerson } from '../people/person.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

type Row = Omit<Person, 'linkedinKey' | 'emailKey' | 'nameKey'> &
  Omit<Prospect, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

/** The full records of these prospects, in the order of the ids. */
export async function selectRecords(tx: Tx, ids: string[]): Promise<Prospect[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<Row>(sql`
    select p.id, p.full_name as "fullName", p.first_name as "firstName", p.last_name as "lastName",
           p.title, p.company_name as "companyName", p.linkedin_url as "linkedinUrl", p.website, p.email,
           p.phone, p.location_name as "locationName", p.stage, p.do_not_contact as "doNotContact",
           p.enrichment_status as "enrichmentStatus", p.source_type as "sourceType",
           p.first_touch_line as "firstTouchLine", p.enrichment,
           p.created_at as "createdAt", p.updated_at as "updatedAt",
           ${memberships(tx, sql`prospect_list`, sql`list`, sql`list_id`)} as lists,
           ${memberships(tx, sql`prospect_tag`, sql`tag`, sql`tag_id`)} as tags,
           coalesce((
             select json_agg(json_build_object('id', c.id, 'status', c.status) order by m.enrolled_at, c.id)
             from enrollment m
             join campaign c on c.workspace_id = m.workspace_id and c.id = m.campaign_id
             where m.workspace_id = ${tx.workspaceId} and m.prospect_id = p.id), '[]') as campaigns
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = wanted.id
    order by wanted.place`);
  return rows.map(asRecord);
}

/** The names under which a prospect stands, as JSON. */
const memberships = (tx: Tx, table: Sql, board: Sql, column: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name_key)
    from ${table} m
    join ${board} b on b.workspace_id = m.workspace_id and b.id = m.${column}
    where m.workspace_id = ${tx.workspaceId} and m.prospect_id = p.id), '[]')`;

const asRecord = (row: Row): Prospect => ({
  ...row,
  ...readPerson(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
