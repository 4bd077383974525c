import type { AddressFact } from '@outcrop/contract';
import { empty, sql, type Tx } from '../../platform/db/index.ts';
import { lockAddresses } from '../suppression/address-lock.sql.ts';
import type { EnrollmentState } from './message-effect-rules.ts';

/** An enrollment, and the domain of its prospect's address. */
export type ActiveEnrollment = EnrollmentState & { domain: string };

/**
 * Locks the unfinished enrollments of locked prospects, and of all prospects at these domains. OFFSET 0
 * keeps the look-ups by prospect one by one.
 */
export const lockActiveEnrollments = (tx: Tx, prospectIds: string[], domains: string[]) =>
  tx.rows<ActiveEnrollment>(sql`
    select e.campaign_id as "campaignId", e.prospect_id as "prospectId", e.status, e.reason,
           e.due_at as "dueAt", person.domain
    from (
      select id, coalesce(split_part(email_key, '@', 2), '') as domain from prospect
      where workspace_id = ${tx.workspaceId} and id = any(${prospectIds}::uuid[])
      ${domains.length === 0 ? empty : sql`union select id, domain from prospects_by_domain(${domains})`}
      order by id) person
    cross join lateral (
      select * from enrollment
      where workspace_id = ${tx.workspaceId} and prospect_id = person.id
        and status in ('waiting', 'sending', 'away', 'held')
      offset 0 for no key update) e`);

/** Writes locked enrollments. They are looked up by their key; nothing is inserted. */
export function updateEnrollments(tx: Tx, enrollments: EnrollmentState[]): void {
  if (enrollments.length === 0) return;
  tx.defer(sql`
    insert into enrollment (workspace_id, campaign_id, prospect_id, status, reason, due_at)
    select ${tx.workspaceId}, "campaignId", "prospectId", status, reason, "dueAt"
    from json_to_recordset(${JSON.stringify(enrollments)})
      as changed ("campaignId" uuid, "prospectId" uuid, status text, reason text, "dueAt" timestamptz)
    on conflict (workspace_id, campaign_id, prospect_id) do update
    set status = excluded.status, reason = excluded.reason, due_at = excluded.due_at`);
}

export interface NewFact {
  hash: Buffer;
  kind: AddressFact;
}

/**
 * Records facts. Returns the ids of new facts by hash and kind. After the commit, no email to these
 * addresses leaves.
 */
export async function insertFacts(
  tx: Tx,
  facts: NewFact[],
  at: Date,
): Promise<Map<string, string>> {
  if (facts.length === 0) return new Map();
  const rows = await tx.rows<NewFact & { id: string }>(sql`
    insert into address_fact (workspace_id, id, hash, kind, created_at)
    select ${tx.workspaceId}, gen_random_uuid(), hash, kind::address_fact_kind, ${at}
    from unnest(${facts.map(({ hash }) => hash)}::bytea[],
                ${facts.map(({ kind }) => kind)}::text[]) as fact (hash, kind)
    on conflict (workspace_id, hash, kind) where lifted_at is null do nothing
    returning id, hash, kind`);
  const hashes = rows.map(({ hash }) => hash);
  tx.beforeCommit(async () => void (await lockAddresses(tx, hashes)));
  return new Map(rows.map(({ id, ...fact }) => [factKey(fact), id]));
}

export const factKey = ({ hash, kind }: NewFact): string => `${kind} ${hash.toString('hex')}`;
