import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { sendingClient, testSender } from '../../test/sending/sender.ts';
import { testService } from '../../test/service.ts';
import { readConfig } from '../config.ts';
import { MailTokens } from '../core/sending/mail-tokens.ts';
import { unsubscribePath } from '../core/sending/unsubscribe-links.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { JobContext } from '../platform/queue/registry.ts';
import { runSendTurn } from './turn.job.ts';

const service = await testService();
const { deps } = await testSender(service);
const tokens = new MailTokens(readConfig().SUPPRESSION_KEY!);

/** One turn with the given lease, outside of the queue. */
async function turn(workspaceId: string, lease: { mailboxId: string; leaseId: string }) {
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => deps.db.transaction(workspaceId, work);
  const context = { workspaceId, transaction, finish: transaction } as unknown as JobContext;
  const run = runSendTurn({
    ...deps,
    tokens,
    publicUrl: 'https://outcrop.example',
    compose: async ({ mailbox, recipient }, { unsubscribeUrl }) => ({
      envelope: { from: mailbox.address, to: recipient.email },
      raw: Buffer.from(`Subject: An idea\r\n\r\n${unsubscribeUrl}\r\n`),
      subject: 'An idea',
      text: 'Hello',
    }),
  });
  await run(lease, context);
}

test('a turn sends what is due, once, and gives the mailbox back [sending.once]', async () => {
  const server = await scriptedSmtp({});
  const client = await sendingClient(service);
  const { id, campaignId, prospectId, mailbox } = await client.claim(server);
  const leaseId = randomUUID();
  const lease = { mailboxId: mailbox.id, leaseId };
  const setLease = () =>
    client.rows(sql`
      update mailbox set lease_id = ${leaseId}, leased_until = now() + interval '10 minutes',
        send_at = now(), free_at = null, gap_from_seconds = 0, gap_to_seconds = 0
      where id = ${mailbox.id}`);
  await client.rows(sql`delete from outbound_message where id = ${id}`);
  await client.rows(sql`
    update enrollment set status = 'waiting', mailbox_id = null, step_id = null, due_at = now()
    where prospect_id = ${prospectId}`);
  await client.rows(sql`
    insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
    values (${client.workspaceId}, ${mailbox.id}, ${campaignId})`);

  await turn(client.workspaceId, { ...lease, leaseId: randomUUID() });
  expect(server.connections).toBe(0);

  await setLease();
  await turn(client.workspaceId, lease);
  expect(server.accepted).toHaveLength(1);
  expect(server.accepted[0]).toContain(`https://outcrop.example${unsubscribePath}/`);
  const free = await client.rows(sql`
    select lease_id as "leaseId", leased_until as "leasedUntil" from mailbox where id = ${mailbox.id}`);
  expect(free).toEqual([{ leaseId: null, leasedUntil: null }]);

  await setLease();
  await turn(client.workspaceId, lease);
  expect(server.accepted).toHaveLength(1);
});
