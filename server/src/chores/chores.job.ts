import { dropOldPartitions, makePartitions } from '../events/partitions.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { chore } from '../platform/queue/job.ts';
import type { ChoreContext } from '../platform/queue/line.ts';

const atOnce = 5_000;

export const chores = chore({ name: 'chores', everySeconds: 3_600 });

/** What a cell needs done now and then; each is safe to do again at any time. */
export const runChores =
  (db: Database) =>
  async ({ signal, log }: ChoreContext): Promise<void> => {
    await makePartitions(db);
    const dropped = await dropOldPartitions(db);
    if (dropped.length > 0) log.info({ dropped }, 'old partitions dropped');
    await db.ask(sql`select recount_queue_places()`);
    for (const purge of purges) {
      let purged = atOnce;
      while (!signal.aborted && purged >= atOnce) {
        const [row] = await db.ask<{ count: number }>(sql`select ${purge}(${atOnce}) as count`);
        purged = row!.count;
      }
    }
  };

/** What is kept for a while only; each purges so many rows at most, and tells how many. */
const purges = [
  sql`purge_idempotency`,
  sql`purge_imports`,
  sql`purge_exports`,
  sql`purge_sign_ins`,
  sql`purge_invitations`,
];
