import type { Lead } from '@outcrop/contract';
import type { FoundProspect } from '../../src/core/prospects/prospects.sql.ts';
import { lockProspectsById } from '../../src/core/prospects/prospects.sql.ts';
import { withKeys } from '../../src/core/search/field-rules.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';
import type { LeadsClient } from '../leads-client.ts';

/** One lead for each identity key of these people. */
export const leadPerKey = (leads: Lead[]): Lead[] =>
  leads.flatMap(({ email, linkedinUrl }) => [
    ...(email ? [{ email }] : []),
    ...(linkedinUrl ? [{ linkedinUrl }] : []),
  ]);

/** Prospects whose stored keys differ from the keys of their fields. */
export async function keyInconsistencies(owner: Database, workspaceId: string): Promise<string[]> {
  const people = await owner.transaction(workspaceId, async (tx): Promise<FoundProspect[]> => {
    const ids = await tx.rows<{ id: string }>(
      sql`select id from prospect where workspace_id = ${workspaceId}`,
    );
    return lockProspectsById(
      tx,
      ids.map(({ id }) => id),
    );
  });
  return people.flatMap((person) => {
    const { linkedinKey, emailKey, nameKey } = withKeys(person);
    const agree =
      person.linkedinKey === linkedinKey &&
      person.emailKey === emailKey &&
      person.nameKey === nameKey;
    return agree ? [] : [`${person.id}: ${JSON.stringify(person)}`];
  });
}

/** Enrollments without exactly one event, and events without an enrollment. */
export async function enrollmentInconsistencies(
  owner: Database,
  { workspace, events, prospects }: LeadsClient,
): Promise<string[]> {
  const rows = await owner.query<{ pair: string }>(sql`
    select prospect_id || ' ' || campaign_id as pair from enrollment where workspace_id = ${workspace.id}`);
  const living = new Set((await prospects()).map(({ id }) => id));
  const fromEvents = (await events('campaign.enrolled'))
    .filter(({ data }) => living.has(data.prospectId))
    .map(({ data }) => `${data.prospectId} ${data.campaign.id}`);
  const stored = rows.map(({ pair }) => pair).toSorted();
  return JSON.stringify(fromEvents.toSorted()) === JSON.stringify(stored)
    ? []
    : [`events ${fromEvents.toSorted().join()}`, `stored ${stored.join()}`];
}
