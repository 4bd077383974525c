import { sql, type Tx } from '../platform/db/index.ts';

/** Why an address is not written to, whoever has it and whatever their do-not-contact mark says. */
export type AddressFact = 'unsubscribed' | 'complained' | 'bounced';

/** What stands against the addresses of these prospects; those with nothing are left out. */
export async function addressFactsOf(
  tx: Tx,
  prospectIds: string[],
): Promise<Map<string, AddressFact[]>> {
  const rows = await tx.rows<{ id: string; facts: AddressFact[] }>(sql`
    select p.id, array_agg(f.kind::text) as facts
    from prospect p
    join address_fact f
      on f.workspace_id = ${tx.workspaceId} and f.email_key = p.email_key and f.lifted_at is null
    where p.workspace_id = ${tx.workspaceId} and p.id = any(${prospectIds}::uuid[])
    group by p.id`);
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}
