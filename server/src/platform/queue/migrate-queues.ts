import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { JobQueue } from './job.ts';

/** Holds the permanently failed jobs of all types. */
export const deadLetters = 'dead-letters';

const daySeconds = 86_400;

/**
 * Creates or updates pg-boss's tables and the queues as the owner, and grants the processes what
 * they need to send, run and supervise jobs, but not to create queues.
 */
export async function migrateQueues(ownerUrl: string, queues: JobQueue[]): Promise<void> {
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
    const upsertQueue = (name: string, settings: object) =>
      existing.has(name)
        ? boss.updateQueue(name, settings)
        : boss.createQueue(name, { ...settings, partition: true });
    await upsertQueue(deadLetters, {
      retentionSeconds: 90 * daySeconds,
      deleteAfterSeconds: 90 * daySeconds,
    });
    for (const queue of queues) await upsertQueue(queue.name, settingsOf(queue));
    await client.connect();
    await client.query(insertClocks, [queues.map(({ name }) => name)]);
    await client.query(indexesAndGrants);
  } finally {
    await client.end();
    await boss.stop({ graceful: false });
  }
}

const settingsOf = ({ retry, heartbeatSeconds, timeLimitSeconds }: JobQueue) => ({
  retryLimit: retry.limit,
  retryDelay: retry.delaySeconds,
  retryBackoff: retry.backoff,
  heartbeatSeconds,
  // The worker enforces and logs the time limit itself; this is the fallback.
  expireInSeconds: timeLimitSeconds + 30,
  // Waiting jobs are kept; completed ones are deleted soon to keep the tables small.
  retentionSeconds: 365 * daySeconds,
  deleteAfterSeconds: 3_600,
  deadLetter: deadLetters,
});

const insertClocks =
  'insert into queue_clock (queue) select unnest($1::text[]) on conflict do nothing';

// Workers look for lost jobs every second; without this index that scans the whole backlog.
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
