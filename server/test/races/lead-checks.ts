import { randomUUID } from 'node:crypto';
import type { Lead } from '@outcrop/contract';
import { type Database, sql } from '../../src/platform/db/index.ts';

/** Leads that identify the same people by different keys, for concurrent callers. */
export interface OverlappingLeads {
  leads: Lead[];
  /** The number of prospects that the leads create without a quota. */
  people: number;
}

export const overlappingLeads = (people: number): OverlappingLeads => {
  const run = randomUUID().slice(0, 8);
  const whole = Array.from({ length: people }, (_, n) => ({
    fullName: `Person ${n}`,
    companyName: `Acme ${run}`,
    email: `${n}-${run}@acme.example`,
    linkedinUrl: `https://www.linkedin.com/in/${n}-${run}`,
  }));
  const leads = whole.map(({ fullName, companyName, ...address }, n): Lead => {
    if (n % 4 === 0) return { fullName, companyName };
    return n % 4 === 1 ? { email: address.email } : address;
  });
  return { leads, people };
};

interface RecordCounts {
  duplicates: number;
  lists: number;
  listNames: number;
  imports: number;
  prospects: number;
}

/** Counts the stored rows of a workspace. */
export async function countRecords(owner: Database, workspaceId: string): Promise<RecordCounts> {
  const [row] = await owner.query<RecordCounts>(sql`
    with mine as (select * from prospect where workspace_id = ${workspaceId}),
    keys as (
      select 'l ' || linkedin_key as key from mine where linkedin_key is not null
      union all select 'e ' || email_key from mine where email_key is not null
      union all select 'n ' || name_key from mine where name_key is not null)
    select (select count(*) - count(distinct key) from keys)::int as duplicates,
           (select count(*) from list where workspace_id = ${workspaceId})::int as lists,
           (select count(distinct lower(name)) from list where workspace_id = ${workspaceId})::int as "listNames",
           (select imports from workspace_usage where workspace_id = ${workspaceId}) as imports,
           (select count(*) from mine)::int as prospects`);
  return row!;
}
