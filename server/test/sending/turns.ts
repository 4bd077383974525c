import { randomUUID } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import { MailTokens } from '../../src/core/sending/mail-tokens.ts';
import { sql, type Tx } from '../../src/platform/db/index.ts';
import type { JobContext } from '../../src/platform/queue/registry.ts';
import type { SendDeps } from '../../src/sending/send-email.ts';
import { runSendTurn, type TurnDeps } from '../../src/sending/turn.job.ts';

const tokens = new MailTokens(readConfig().SUPPRESSION_KEY!);

/** One turn of a mailbox outside of the queue, with a lease of its own. */
export async function takeTurn(
  deps: SendDeps,
  workspaceId: string,
  { mailbox, campaignId }: { mailbox: { id: string }; campaignId: string },
  changed: Partial<TurnDeps> & { leaseId?: string } = {},
): Promise<void> {
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => deps.db.transaction(workspaceId, work);
  const context = { workspaceId, transaction, finish: transaction } as unknown as JobContext;
  const lease = { mailboxId: mailbox.id, leaseId: randomUUID() };
  await transaction(async (tx) => {
    await tx.run(sql`
      update mailbox set lease_id = ${lease.leaseId}, leased_until = now() + interval '10 minutes',
        send_at = now(), free_at = null, gap_from_seconds = 0, gap_to_seconds = 0
      where workspace_id = ${workspaceId} and id = ${mailbox.id}`);
    await tx.run(sql`
      insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
      values (${workspaceId}, ${mailbox.id}, ${campaignId}) on conflict do nothing`);
  });
  const run = runSendTurn({
    ...deps,
    tokens,
    publicUrl: 'https://outcrop.example',
    ...changed,
  });
  await run({ ...lease, ...(changed.leaseId && { leaseId: changed.leaseId }) }, context);
}
