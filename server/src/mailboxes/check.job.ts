import { selectMailbox } from '../core/mailboxes/mailboxes.sql.ts';
import type { JobContext } from '../platform/queue/registry.ts';
import { isCurrentCheck, storeOutcome } from './check.sql.ts';
import { type CheckDeps, checkDelivery } from './check-delivery.ts';

/** Checks the delivery of a mailbox and stores the outcome. No transaction is open meanwhile. */
export const runMailboxCheck =
  (deps: CheckDeps) =>
  async (
    payload: { mailboxId: string; checkId: string },
    { workspaceId, attempt, signal, read, finish }: JobContext,
  ): Promise<void> => {
    const { mailboxId, checkId } = payload;
    const [mailbox, isCurrent] = await read((tx) =>
      Promise.all([selectMailbox(tx, mailboxId), isCurrentCheck(tx, mailboxId, checkId)]),
    );
    if (!mailbox || !isCurrent) return;
    const isRetry = attempt > 1;
    const outcome = await checkDelivery(deps, { workspaceId, mailbox, checkId, isRetry, signal });
    await finish(async (tx) => storeOutcome(tx, payload, outcome, deps.clock()));
  };
