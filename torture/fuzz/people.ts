import { keyed } from '../../server/src/people/keys.ts';
import type { Person } from '../../server/src/people/person.ts';
import { searchDocument } from '../../server/src/people/search-text.ts';
import { type Database, sql } from '../../server/src/platform/db/index.ts';
import { Suppression } from '../../server/src/suppression/suppression.ts';
import { suppressionKey } from '../ground.ts';
import type { Tenant } from './tenants.ts';

interface Row extends Person {
  doNotContact: boolean;
  document: string | null;
  isFilteredRight: boolean;
}

/** Everyone is known by what their record says, is found by it, and is marked if it was so asked. */
export async function wrongPeople(owner: Database, { id }: Tenant): Promise<string[]> {
  const { people, isRemembered } = await owner.transaction(id, async (tx) => {
    const people = await tx.rows<Row>(everyone(id));
    return { people, isRemembered: await new Suppression(suppressionKey).lookUp(tx, people) };
  });
  const wrong: [string, (row: Row) => boolean][] = [
    ['is not known by what the record says', (row) => keysOf(row) !== keysOf(keyed(row))],
    ['is not searched by what the record says', (row) => row.document !== searchDocument(row)],
    ['is not filtered by what the record says', (row) => !row.isFilteredRight],
    [
      'is marked do-not-contact here but not there',
      (row) => (row.emailKey ?? row.linkedinKey) !== null && row.doNotContact !== isRemembered(row),
    ],
  ];
  return wrong.flatMap(([what, isWrong]) =>
    people
      .filter(isWrong)
      .slice(0, 3)
      .map((row) => `prospect ${row.id} ${what}`),
  );
}

const keysOf = ({ emailKey, linkedinKey, nameKey }: Person): string =>
  JSON.stringify([emailKey, linkedinKey, nameKey]);

const everyone = (workspaceId: string) => sql`
  select coalesce(p.id, s.prospect_id) as id, p.full_name as "fullName", p.first_name as "firstName",
         p.last_name as "lastName", p.title, p.company_name as "companyName",
         p.linkedin_url as "linkedinUrl", p.website, p.email, p.phone,
         p.location_name as "locationName", p.linkedin_key as "linkedinKey",
         p.email_key as "emailKey", p.name_key as "nameKey", p.do_not_contact as "doNotContact",
         s.document,
         (s.stage, s.has_email, s.has_linkedin, s.enrichment_status, s.created_at)
           is not distinct from
         (p.stage, p.email is not null, p.linkedin_url is not null, p.enrichment_status, p.created_at)
           as "isFilteredRight"
  from (select * from prospect where workspace_id = ${workspaceId}) p
  full join (select * from prospect_search where workspace_id = ${workspaceId}) s
    on s.prospect_id = p.id`;
