import type { z } from 'zod';
import { type Sql, sql, type Tx } from '../db/index.ts';
import { envelope, type Job } from './job.ts';

/** How many waiting jobs are searched. */
const searchDepth = 1_000;

/**
 * Takes other waiting jobs of the same type and workspace, up to `maxBytes` of payload. They are
 * completed with this transaction, or stay in the queue if it is rolled back.
 */
export async function claimSiblings<Payload>(
  tx: Tx,
  job: Job<Payload>,
  maxBytes: number,
): Promise<(Payload & z.output<typeof envelope>)[]> {
  const taken = await tx.rows<{ data: unknown }>(complete(tx.workspaceId, job.name, maxBytes));
  return taken.map(({ data }) => ({ ...envelope.parse(data), ...job.payload.parse(data) }));
}

const complete = (workspaceId: string, name: string, maxBytes: number): Sql => sql`
  with waiting as (
    select id, priority, data from pgboss.job
    where name = ${name} and state < 'active' and start_after <= now()
    order by priority desc, created_on limit ${searchDepth}
  ), ours as (
    select id, sum(pg_column_size(data)) over (order by priority desc, id) as bytes
    from waiting where data ->> 'workspaceId' = ${workspaceId}
  ), taken as (
    select id from pgboss.job
    where name = ${name} and state < 'active' and id in (select id from ours where bytes <= ${maxBytes})
    for update skip locked
  )
  update pgboss.job set state = 'completed', completed_on = now()
  where name = ${name} and id in (select id from taken)
  returning data`;
