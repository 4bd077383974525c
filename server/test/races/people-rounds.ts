import type { Lead } from '@outcrop/contract';
import { keyed } from '../../src/people/keys.ts';
import type { FoundPerson } from '../../src/people/sql.ts';
import { lockPeople } from '../../src/people/sql.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';
import type { Importer } from '../importer.ts';

/** Each thing by which these people are known, as a lead of its own. */
export const keysOf = (leads: Lead[]): Lead[] =>
  leads.flatMap(({ email, linkedinUrl }) => [
    ...(email ? [{ email }] : []),
    ...(linkedinUrl ? [{ linkedinUrl }] : []),
  ]);

/** People who are recognised by something other than what is known about them. */
export async function keyFaults(owner: Database, workspaceId: string): Promise<string[]> {
  const people = await owner.transaction(workspaceId, async (tx): Promise<FoundPerson[]> => {
    const ids = await tx.rows<{ id: string }>(
      sql`select id from prospect where workspace_id = ${workspaceId}`,
    );
    return lockPeople(
      tx,
      ids.map(({ id }) => id),
    );
  });
  return people.flatMap((person) => {
    const { linkedinKey, emailKey, nameKey } = keyed(person);
    const agree =
      person.linkedinKey === linkedinKey &&
      person.emailKey === emailKey &&
      person.nameKey === nameKey;
    return agree ? [] : [`${person.id}: ${JSON.stringify(person)}`];
  });
}

/** Enrollments that no event tells of, or two; and events of one that is not there. */
export async function enrollmentFaults(
  owner: Database,
  { workspace, events, prospects }: Importer,
): Promise<string[]> {
  const rows = await owner.ask<{ pair: string }>(sql`
    select prospect_id || ' ' || campaign_id as pair from enrollment where workspace_id = ${workspace.id}`);
  const living = new Set((await prospects()).map(({ id }) => id));
  const told = (await events('campaign.enrolled'))
    .filter(({ data }) => living.has(data.prospectId))
    .map(({ data }) => `${data.prospectId} ${data.campaign.id}`);
  const stored = rows.map(({ pair }) => pair).toSorted();
  return JSON.stringify(told.toSorted()) === JSON.stringify(stored)
    ? []
    : [`told ${told.toSorted().join()}`, `stored ${stored.join()}`];
}
