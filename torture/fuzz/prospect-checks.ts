import type { ProspectFields } from '../../server/src/core/search/field-rules.ts';
import { withKeys } from '../../server/src/core/search/key-rules.ts';
import { searchDocument } from '../../server/src/core/search/words.ts';
import { Suppression } from '../../server/src/core/suppression/suppression.ts';
import { type Database, sql } from '../../server/src/platform/db/index.ts';
import { suppressionKey } from '../environment.ts';
import type { Tenant } from './tenants.ts';

interface Row extends ProspectFields {
  doNotContact: boolean;
  document: string | null;
  hasRightFilters: boolean;
}

/** Keys, search text, filters and suppression of every prospect must match its fields. */
export async function prospectProblems(owner: Database, { id }: Tenant): Promise<string[]> {
  const { people, isSuppressed } = await owner.transaction(id, async (tx) => {
    const people = await tx.rows<Row>(allProspects(id));
    return { people, isSuppressed: await new Suppression(suppressionKey).lookUp(tx, people) };
  });
  const wrong: [string, (row: Row) => boolean][] = [
    ['has keys that do not match its fields', (row) => keysOf(row) !== keysOf(withKeys(row))],
    [
      'has a search text that does not match its fields',
      (row) => row.document !== searchDocument(row),
    ],
    ['has filter columns that do not match its fields', (row) => !row.hasRightFilters],
    [
      'differs from the do-not-contact list',
      (row) => (row.emailKey ?? row.linkedinKey) !== null && row.doNotContact !== isSuppressed(row),
    ],
  ];
  return wrong.flatMap(([what, isWrong]) =>
    people
      .filter(isWrong)
      .slice(0, 3)
      .map((row) => `prospect ${row.id} ${what}`),
  );
}

const keysOf = ({ emailKey, linkedinKey, nameKey }: ProspectFields): string =>
  JSON.stringify([emailKey, linkedinKey, nameKey]);

const allProspects = (workspaceId: string) => sql`
  select coalesce(p.id, s.prospect_id) as id, p.full_name as "fullName", p.first_name as "firstName",
         p.last_name as "lastName", p.title, p.company_name as "companyName",
         p.linkedin_url as "linkedinUrl", p.website, p.email, p.phone,
         p.location_name as "locationName", p.linkedin_key as "linkedinKey",
         p.email_key as "emailKey", p.name_key as "nameKey", p.do_not_contact as "doNotContact",
         s.document,
         (s.stage, s.has_email, s.has_linkedin, s.enrichment_status, s.created_at)
           is not distinct from
         (p.stage, p.email is not null, p.linkedin_url is not null, p.enrichment_status, p.created_at)
           as "hasRightFilters"
  from (select * from prospect where workspace_id = ${workspaceId}) p
  full join (select * from prospect_search where workspace_id = ${workspaceId}) s
    on s.prospect_id = p.id`;
