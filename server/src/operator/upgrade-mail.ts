import { Database, sql } from '../platform/db/index.ts';
import { buildOnline } from '../platform/db/online-index.ts';

/** Made by migrations 0044, 0046, 0051, 0053, 0054 and 0070 in an empty database. Built here in one with rows. */
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
  {
    name: 'mailbox_removed',
    table: 'mailbox',
    columns: 'workspace_id, id',
    where: `status = 'removed'`,
  },
  { name: 'enrollment_away', table: 'enrollment', columns: 'due_at', where: `status = 'away'` },
  {
    name: 'enrollment_replied',
    table: 'enrollment',
    columns: 'workspace_id, campaign_id',
    where: `status = 'replied'`,
  },
  {
    name: 'task_campaign',
    table: 'task',
    columns: 'workspace_id, campaign_id, created_at desc, id desc',
  },
  {
    name: 'conversation_by_status',
    table: 'conversation',
    columns: 'workspace_id, mailbox_id, status, last_message_at desc, id desc',
  },
  {
    name: 'conversation_gmail_thread',
    table: 'conversation',
    columns: 'workspace_id, mailbox_id, gmail_thread_id',
    where: 'gmail_thread_id is not null',
  },
  {
    name: 'message_header',
    table: 'message',
    columns: 'workspace_id, message_id',
    where: 'message_id is not null',
  },
  {
    name: 'message_sender',
    table: 'message',
    columns: 'workspace_id, sender, sent_at',
    where: 'sender is not null',
  },
  {
    name: 'prospect_domain',
    table: 'prospect',
    columns: `workspace_id, split_part(email_key, '@', 2)`,
    where: 'email_key is not null',
  },
  {
    name: 'outbound_message_of_mailbox',
    table: 'outbound_message',
    columns: 'workspace_id, mailbox_id, claimed_at desc, id desc',
  },
];

const batchSize = 10_000;

/** After migrations 0044 and 0046: builds indexes, and gives an id to the steps that earlier versions stored. */
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
