import { randomUUID } from 'node:crypto';
import { type Database, sql, type Tx } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import type { JobContext } from '../../src/platform/queue/job-registry.ts';
import { runSendTurn, type SendDeps } from '../../src/sending/send-turn.job.ts';

/** The context of a job of this workspace, outside of the queue. */
export function turnContext(db: Database, workspaceId: string): JobContext {
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(workspaceId, work);
  const { signal } = new AbortController();
  const log = createLog('silent');
  return { workspaceId, transaction, finish: transaction, signal, log } as unknown as JobContext;
}

/** One turn of a mailbox outside of the queue, with a lease of its own. */
export async function takeTurn(
  deps: SendDeps,
  workspaceId: string,
  { mailbox, campaignId }: { mailbox: { id: string }; campaignId: string },
  changed: Partial<SendDeps> & {
    /** A lease that is not the mailbox's own. */
    leaseId?: string;
    gapSeconds?: number;
    context?: Partial<JobContext>;
  } = {},
): Promise<void> {
  const context = { ...turnContext(deps.db, workspaceId), ...changed.context };
  const leaseId = randomUUID();
  const { gapSeconds = 0 } = changed;
  await deps.db.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      update mailbox set lease_id = ${leaseId}, leased_until = now() + interval '10 minutes',
        send_at = now(), free_at = null, gap_from_seconds = ${gapSeconds}, gap_to_seconds = ${gapSeconds}
      where workspace_id = ${workspaceId} and id = ${mailbox.id}`);
    await tx.run(sql`
      insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
      values (${workspaceId}, ${mailbox.id}, ${campaignId}) on conflict do nothing`);
  });
  const run = runSendTurn({ ...deps, ...changed });
  await run({ mailboxId: mailbox.id, leaseId: changed.leaseId ?? leaseId }, context);
}
