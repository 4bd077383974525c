import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Queue } from './job.ts';

/** Where jobs end that failed for good, of every kind. */
export const deadLetters = 'dead-letters';

const day = 86_400;

/**
 * Makes or changes pg-boss's tables and the queues of these jobs, as the owner, and grants the
 * processes what they need to send, work and supervise. That is not enough to make a queue.
 */
export async function migrateQueues(ownerUrl: string, queues: Queue[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 1,
    supervise: false,
    schedule: false,
  });
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await boss.start();
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    const make = (name: string, settings: object) =>
      existing.has(name)
        ? boss.updateQueue(name, settings)
        : boss.createQueue(name, { ...settings, partition: true });
    await make(deadLetters, { retentionSeconds: 90 * day, deleteAfterSeconds: 90 * day });
    for (const queue of queues) await make(queue.name, settingsOf(queue));
    await client.connect();
    await client.query(clocks, [queues.map(({ name }) => name)]);
    await client.query(indexesAndGrants);
  } finally {
    await client.end();
    await boss.stop({ graceful: false });
  }
}

const settingsOf = ({ retry, heartbeatSeconds, timeLimitSeconds }: Queue) => ({
  retryLimit: retry.limit,
  retryDelay: retry.delaySeconds,
  retryBackoff: retry.backoff,
  heartbeatSeconds,
  // The worker keeps the limit itself, and says so in its log. This is for when it does not.
  expireInSeconds: timeLimitSeconds + 30,
  // A job that waits is never dropped; one that is done goes soon, since small tables are quick.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 3_600,
  deadLetter: deadLetters,
});

const clocks = 'insert into queue_clock (queue) select unnest($1::text[]) on conflict do nothing';

// Every second someone asks which workers are gone; without the index that reads the whole backlog.
const indexesAndGrants = `
  do $$
  declare
    jobs text;
  begin
    for jobs in select table_name from pgboss.queue where partition loop
      execute format('create index if not exists %I on pgboss.%I (id) where state = ''active''',
                     jobs || '_live', jobs);
      execute format('grant select, insert, update, delete on pgboss.%I to outcrop_app', jobs);
    end loop;
  end $$;
  revoke execute on all functions in schema pgboss from public;
  grant usage on schema pgboss to outcrop_app;
  grant execute on function pgboss.job_now to outcrop_app;
  grant select, update on pgboss.version, pgboss.queue to outcrop_app;
  grant select, insert, update, delete on pgboss.job to outcrop_app;
  grant select, delete on pgboss.job_dependency to outcrop_app`;
