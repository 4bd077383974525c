import type { ProspectFields } from '../../server/src/core/search/field-rules.ts';
import { withKeys } from '../../server/src/core/search/field-rules.ts';
import { indexedWords, searchColumns } from '../../server/src/core/search/word-rules.ts';
import { Suppression } from '../../server/src/core/suppression/suppression.ts';
import { type Database, sql } from '../../server/src/platform/db/index.ts';
import { suppressionKey } from '../environment.ts';
import type { Tenant } from './tenants.ts';

interface Row extends ProspectFields {
  doNotContact: boolean;
  searchText: string;
  sortName: string;
  companyKey: string;
  words: string[];
}

/** Keys, search text, filters and suppression of every prospect must match its fields. */
export async function prospectProblems(owner: Database, { id }: Tenant): Promise<string[]> {
  const { people, isSuppressed } = await owner.transaction(id, async (tx) => {
    const people = await tx.rows<Row>(allProspects(id));
    return { people, isSuppressed: await new Suppression(suppressionKey).lookUp(tx, people) };
  });
  const wrong: [string, (row: Row) => boolean][] = [
    ['has keys that do not match its fields', (row) => keysOf(row) !== keysOf(withKeys(row))],
    ['has search columns that do not match its fields', (row) => !hasRightColumns(row)],
    [
      'has other words in the index than in its search text',
      (row) => row.words.sort().join(' ') !== indexedWords(row.searchText).sort().join(' '),
    ],
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

const hasRightColumns = (row: Row): boolean => {
  const { search_text, sort_name, company_key } = searchColumns(row);
  return (
    row.searchText === search_text && row.sortName === sort_name && row.companyKey === company_key
  );
};

/** With the words of each, and with words that belong to no prospect. */
const allProspects = (workspaceId: string) => sql`
  select coalesce(p.id, w.prospect_id) as id, p.full_name as "fullName", p.first_name as "firstName",
         p.last_name as "lastName", p.title, p.company_name as "companyName",
         p.linkedin_url as "linkedinUrl", p.website, p.email, p.phone,
         p.location_name as "locationName", p.linkedin_key as "linkedinKey",
         p.email_key as "emailKey", p.name_key as "nameKey", p.do_not_contact as "doNotContact",
         p.search_text as "searchText", p.sort_name as "sortName", p.company_key as "companyKey",
         coalesce(w.words, '{}') as words
  from (select * from prospect where workspace_id = ${workspaceId}) p
  full join (
    select prospect_id, array_agg(word order by word) as words from prospect_word
    where workspace_id = ${workspaceId} group by prospect_id) w
    on w.prospect_id = p.id`;
