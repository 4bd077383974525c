import {
  acquireMailboxLeases,
  mailboxLeaseMs,
  releaseMailboxLease,
} from '../../src/core/mailboxes/wake-mailboxes.sql.ts';
import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { addWait } from '../../src/core/sending/send-time-rules.ts';
import type { Database, Tx } from '../../src/platform/db/index.ts';
import { sql } from '../../src/platform/db/index.ts';
import { claimCampaignEmail } from '../../src/sending/claim-next.ts';
import { claimDeps } from './mail-workspace.ts';
import type { TurnOutcome } from './simulated-days.ts';

interface NextStep {
  stepId: string;
  days: number;
}

/**
 * One turn at a virtual instant: lease, claim, outcome. Returns when the mailbox is to be looked at
 * next, or null if it waits for a change.
 */
export function virtualTurn(
  db: Database,
  workspaceId: string,
  mailboxId: string,
  input: {
    at: Date;
    random: () => number;
    outcome: TurnOutcome;
    nextOf: (stepId: string) => NextStep | null;
  },
): Promise<{ message: CampaignEmail | null; nextAt: Date | null }> {
  const { at, random, outcome } = input;
  return db.transaction(workspaceId, async (tx) => {
    const [lease] = await acquireMailboxLeases(tx, [mailboxId], at);
    if (!lease) return { message: null, nextAt: await selectNextAt(tx, mailboxId) };
    const claim = await claimCampaignEmail(tx, { ...lease, at, random }, claimDeps);
    if (claim.kind === 'nothing') {
      releaseMailboxLease(tx, lease);
      return { message: null, nextAt: claim.sleepUntil };
    }
    const { email: message } = claim;
    if (outcome !== 'accepted') {
      if (outcome === 'lost_at_dot') setStatus(tx, message, 'at_dot');
      return { message, nextAt: new Date(at.getTime() + mailboxLeaseMs + 1) };
    }
    accept(tx, message, at, input.nextOf(message.stepId));
    releaseMailboxLease(tx, lease);
    return { message, nextAt: await selectNextAt(tx, mailboxId) };
  });
}

async function selectNextAt(tx: Tx, mailboxId: string): Promise<Date | null> {
  const [row] = await tx.rows<{ at: Date | null }>(sql`
    select case when leased_until > send_at then leased_until + interval '1 millisecond' else send_at end as at
    from mailbox where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);
  return row!.at;
}

const setStatus = (tx: Tx, { id }: CampaignEmail, status: string): void =>
  tx.defer(sql`
    update outbound_message set status = ${status}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);

function accept(tx: Tx, message: CampaignEmail, at: Date, next: NextStep | null): void {
  const { campaignId, prospectId, mailbox } = message;
  setStatus(tx, message, 'accepted');
  const wait = { days: next?.days ?? 0, workingDays: 0 };
  tx.defer(sql`
    update enrollment
    set status = ${next ? 'waiting' : 'finished'}, step_id = ${next?.stepId ?? null},
        due_at = ${addWait(wait, mailbox.zone, [], at)}, last_sent_at = ${at}
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`);
}
