import type { CampaignStep } from '@outcrop/contract';
import { stepJson } from '../core/campaigns/steps.sql.ts';
import { paceColumns } from '../core/mailboxes/mailboxes.sql.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { GateState } from './gate-rules.ts';

type Attempt = Pick<ClaimedMessage, 'id' | 'attempt'>;

/** From here on, a worker that is lost leaves an email whose fate is unknown. */
export const markAtDot = (tx: Tx, { id, attempt }: Attempt): Promise<number> =>
  tx.run(sql`
    update outbound_message set status = 'at_dot'
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'claimed'`);

export const markHandedOver = (tx: Tx, { id, attempt }: Attempt): void =>
  tx.defer(sql`
    update outbound_message set status = 'handed_over'
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'at_dot'`);

/** A mail server waits meanwhile, and a worker that was stopped must not hold the locks for long. */
export const limitGate = (tx: Tx, { lockMs, idleMs }: { lockMs: number; idleMs: number }): void =>
  tx.defer(sql`
    select set_config('lock_timeout', ${String(lockMs)}, true),
           set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`);

export type LockedState = Omit<GateState, 'isSuppressed' | 'facts' | 'step' | 'holidays'>;

/**
 * Locks everything that decides whether the email may leave, in the order that all changes of it
 * follow. The rows that others share are not written, which could end in a deadlock.
 */
export async function lockForGate(tx: Tx, message: ClaimedMessage): Promise<LockedState> {
  const {
    campaignId,
    prospectId,
    mailbox: { id: mailboxId },
  } = message;
  const workspace = sql`workspace_id = ${tx.workspaceId}`;
  const [[prospect], [campaign], [mailbox], [enrollment], [outbound]] = await Promise.all([
    tx.rows<NonNullable<LockedState['prospect']>>(sql`
      select email_key as "emailKey", linkedin_key as "linkedinKey", do_not_contact as "doNotContact"
      from prospect where ${workspace} and id = ${prospectId} for share`),
    tx.rows<NonNullable<LockedState['campaign']>>(sql`
      select status from campaign where ${workspace} and id = ${campaignId} for share`),
    tx.rows<NonNullable<LockedState['mailbox']>>(sql`
      select status, synced_at as "syncedAt", ${paceColumns}
      from mailbox where ${workspace} and id = ${mailboxId} for share`),
    tx.rows<NonNullable<LockedState['enrollment']>>(sql`
      select status, step_id as "stepId" from enrollment
      where ${workspace} and campaign_id = ${campaignId} and prospect_id = ${prospectId} for share`),
    tx.rows<NonNullable<LockedState['outbound']>>(sql`
      select status, attempt from outbound_message
      where ${workspace} and id = ${message.id} for no key update`),
  ]);
  return { prospect, campaign, mailbox, enrollment, outbound };
}

/** The step as it is now. Steps change only while their campaign is locked. */
export async function selectStep(
  tx: Tx,
  { campaignId, stepId }: ClaimedMessage,
): Promise<CampaignStep | undefined> {
  const [row] = await tx.rows<{ step: CampaignStep }>(sql`
    select ${stepJson} as step from campaign_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and id = ${stepId}`);
  return row?.step;
}
