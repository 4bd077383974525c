import { Database, sql } from '../platform/db/index.ts';
import { buildOnline } from '../platform/db/online-index.ts';

/** Made by migration 0044 in an empty database. Built here in one with rows. */
const indexes = [
  {
    name: 'enrollment_new',
    table: 'enrollment',
    columns: 'workspace_id, campaign_id, due_at',
    where: `status = 'waiting' and mailbox_id is null`,
  },
  {
    name: 'enrollment_follow_up',
    table: 'enrollment',
    columns: 'workspace_id, mailbox_id, due_at',
    where: `status = 'waiting' and mailbox_id is not null`,
  },
  { name: 'mailbox_due', table: 'mailbox', columns: 'send_at', where: 'send_at is not null' },
];

const batchSize = 10_000;

/** After migration 0044: builds indexes, and gives an id to the steps that earlier versions stored. */
export async function upgradeMail(ownerUrl: string): Promise<void> {
  await buildOnline(ownerUrl, indexes);
  const owner = new Database({
    url: ownerUrl,
    poolSize: 1,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
    inBackground: true,
  });
  try {
    for (;;) {
      const filled = await owner.maintain<{ id: string }>(
        sql`
          update campaign_step set id = gen_random_uuid()
          where ctid = any(array(select ctid from campaign_step where id is null limit ${batchSize}))
          returning id`,
        60_000,
      );
      if (filled.length < batchSize) return;
    }
  } finally {
    await owner.close();
  }
}
