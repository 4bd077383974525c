import type { z } from 'zod';
import { type Sql, sql, type Tx } from '../db/index.ts';
import { envelope, type Job } from './job.ts';

/** How far down the queue others are looked for. */
const near = 1_000;

/**
 * Other jobs of the kind and workspace that wait near the head of the queue, with payloads of so many
 * bytes together. They are done when the transaction is committed, and wait again if it is not.
 */
export async function takeAlong<Payload>(
  tx: Tx,
  job: Job<Payload>,
  mostBytes: number,
): Promise<(Payload & z.output<typeof envelope>)[]> {
  const taken = await tx.rows<{ data: unknown }>(complete(tx.workspaceId, job.name, mostBytes));
  return taken.map(({ data }) => ({ ...envelope.parse(data), ...job.payload.parse(data) }));
}

const complete = (workspaceId: string, name: string, mostBytes: number): Sql => sql`
  with waiting as (
    select id, priority, data from pgboss.job
    where name = ${name} and state < 'active' and start_after <= now()
    order by priority desc, created_on limit ${near}
  ), ours as (
    select id, sum(pg_column_size(data)) over (order by priority desc, id) as bytes
    from waiting where data ->> 'workspaceId' = ${workspaceId}
  ), taken as (
    select id from pgboss.job
    where name = ${name} and state < 'active' and id in (select id from ours where bytes <= ${mostBytes})
    for update skip locked
  )
  update pgboss.job set state = 'completed', completed_on = now()
  where name = ${name} and id in (select id from taken)
  returning data`;
