import type { CampaignStep } from '@outcrop/contract';
import { stepJson } from '../core/campaigns/campaign-steps.sql.ts';
import { paceColumns } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { CampaignEmail, ClaimedEmail } from '../core/sending/claimed-email.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { GateState } from './gate-rules.ts';

/** One attempt of an email of either kind. */
export type EmailAttempt = Pick<ClaimedEmail, 'kind' | 'id' | 'attempt'>;

const tableOf = ({ kind }: Pick<EmailAttempt, 'kind'>): Sql =>
  kind === 'campaign' ? sql`outbound_message` : sql`outbound_reply`;

/** If the worker is lost after this, the email is unknown: it may or may not have been sent. */
export const markAtDot = (tx: Tx, email: EmailAttempt): Promise<number> =>
  tx.run(sql`
    update ${tableOf(email)} set status = 'at_dot'
    where workspace_id = ${tx.workspaceId} and id = ${email.id} and attempt = ${email.attempt}
      and status = 'claimed'`);

export const markHandedOver = (tx: Tx, email: EmailAttempt): void =>
  tx.defer(sql`
    update ${tableOf(email)} set status = 'handed_over'
    where workspace_id = ${tx.workspaceId} and id = ${email.id} and attempt = ${email.attempt}
      and status = 'at_dot'`);

interface AttemptState {
  status: string;
  attempt: number;
}

/** Waits for other transactions of the email. */
export const lockAttempt = async (tx: Tx, email: EmailAttempt): Promise<AttemptState | undefined> =>
  (
    await tx.rows<AttemptState>(sql`
      select status, attempt from ${tableOf(email)}
      where workspace_id = ${tx.workspaceId} and id = ${email.id} for no key update`)
  )[0];

/** A mail server waits meanwhile, and a stalled worker must not hold the locks for long. */
export const limitGate = (tx: Tx, { lockMs, idleMs }: { lockMs: number; idleMs: number }): void =>
  tx.defer(sql`
    select set_config('lock_timeout', ${String(lockMs)}, true),
           set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`);

export type LockedState = Omit<GateState, 'isSuppressed' | 'facts' | 'step' | 'holidays'>;

/**
 * Locks all rows that decide whether the email may leave, in the lock order of all changes. Rows under
 * a shared lock are not written here: this could end in a deadlock.
 */
export async function lockForGate(tx: Tx, email: CampaignEmail): Promise<LockedState> {
  const {
    campaignId,
    prospectId,
    mailbox: { id: mailboxId },
  } = email;
  const workspace = sql`workspace_id = ${tx.workspaceId}`;
  const [[prospect], [campaign], [mailbox], [enrollment], outbound] = await Promise.all([
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
    lockAttempt(tx, email),
  ]);
  return { prospect, campaign, mailbox, enrollment, outbound };
}

/** The step as it is now. Steps change only while their campaign is locked. */
export async function selectStep(
  tx: Tx,
  { campaignId, stepId }: CampaignEmail,
): Promise<CampaignStep | undefined> {
  const [row] = await tx.rows<{ step: CampaignStep }>(sql`
    select ${stepJson} as step from campaign_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and id = ${stepId}`);
  return row?.step;
}
