import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { MailServer } from '../../platform/mail/mail-server.ts';

export type MailboxStatus = 'ok' | 'resting' | 'needs_attention' | 'paused' | 'removed';

/** A time of day on weekdays, 1 (Monday) to 7, in the mailbox's time zone. */
export interface SendWindow {
  days: number[];
  /** `HH:MM`; `to` may be `24:00`. */
  from: string;
  to: string;
}

/** How fast a mailbox may send, and how much it has sent. */
export interface MailboxPace {
  dailyLimit: number;
  gapFromSeconds: number;
  gapToSeconds: number;
  /** The limit of the first day. It grows by `rampStep` with each day of sending. */
  rampStart: number | null;
  rampStep: number | null;
  rampDays: number;
  zone: string;
  windows: SendWindow[];
  day: string | null;
  dayBegan: Date | null;
  sentToday: number;
  freeAt: Date | null;
  restUntil: Date | null;
}

export interface MailboxRow extends MailboxPace {
  id: string;
  ownerId: string;
  shared: boolean;
  address: string;
  name: string;
  status: MailboxStatus;
  /** Why it rests or needs attention. */
  reason: string | null;
  detail: string | null;
  failingSince: Date | null;
  provider: string | null;
  auth: 'password' | 'oauth';
  /** Sealed. */
  secret: string | null;
  smtp: MailServer & { user: string };
  imap: MailServer & { user: string };
  sendAt: Date | null;
  leaseId: string | null;
  syncedAt: Date | null;
  keepsSent: boolean | null;
}

const server = (kind: 'smtp' | 'imap') =>
  kind === 'smtp'
    ? sql`json_build_object('host', smtp_host, 'port', smtp_port, 'security', smtp_security, 'user', smtp_user)`
    : sql`json_build_object('host', imap_host, 'port', imap_port, 'security', imap_security, 'user', imap_user)`;

export const paceColumns = sql`
  daily_limit as "dailyLimit", gap_from_seconds as "gapFromSeconds", gap_to_seconds as "gapToSeconds",
  ramp_start as "rampStart", ramp_step as "rampStep", ramp_days as "rampDays", zone, windows,
  day::text as day, day_began as "dayBegan", sent_today as "sentToday", free_at as "freeAt",
  rest_until as "restUntil"`;

export const mailboxColumns = sql`
  id, owner_id as "ownerId", shared, address, name, status, reason, detail, failing_since as "failingSince",
  provider, auth, secret, ${server('smtp')} as smtp, ${server('imap')} as imap, ${paceColumns},
  send_at as "sendAt", lease_id as "leaseId", synced_at as "syncedAt", keeps_sent as "keepsSent"`;

/** A mailbox that was not removed. */
export async function selectMailbox(tx: Tx, id: string): Promise<MailboxRow | undefined> {
  const [mailbox] = await tx.rows<MailboxRow>(sql`
    select ${mailboxColumns} from mailbox
    where workspace_id = ${tx.workspaceId} and id = ${id} and status <> 'removed'`);
  return mailbox;
}

/** Mailboxes that were not removed and that the user can see. */
export const isVisibleMailbox = (userId: string): Sql =>
  sql`(mailbox.shared or mailbox.owner_id = ${userId}) and mailbox.status <> 'removed'`;

/** Returns the ids of mailboxes that the user can see. */
export async function selectVisibleMailboxIds(
  tx: Tx,
  userId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from mailbox
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and ${isVisibleMailbox(userId)}`);
  return new Set(rows.map(({ id }) => id));
}

export interface CampaignMailbox {
  id: string;
  address: string;
  name: string;
  status: Exclude<MailboxStatus, 'removed'>;
  isVisible: boolean;
}

/** The mailboxes that send a campaign, and whether the user can see each. */
export const selectCampaignMailboxes = (tx: Tx, userId: string, campaignId: string) =>
  tx.rows<CampaignMailbox>(sql`
    select mailbox.id, mailbox.address, mailbox.name, mailbox.status,
           coalesce(${isVisibleMailbox(userId)}, false) as "isVisible"
    from campaign_mailbox
    join mailbox on mailbox.workspace_id = ${tx.workspaceId} and mailbox.id = campaign_mailbox.mailbox_id
    where campaign_mailbox.workspace_id = ${tx.workspaceId}
      and campaign_mailbox.campaign_id = ${campaignId}
    order by mailbox.address, mailbox.id`);

export function addMailboxesToCampaign(tx: Tx, campaignId: string, mailboxIds: string[]): void {
  if (mailboxIds.length === 0) return;
  tx.defer(sql`
    insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
    select ${tx.workspaceId}, unnest(${mailboxIds}::uuid[]), ${campaignId}
    on conflict do nothing`);
}

export function removeMailboxesFromCampaign(
  tx: Tx,
  campaignId: string,
  mailboxIds: string[],
): void {
  if (mailboxIds.length === 0) return;
  tx.defer(sql`
    delete from campaign_mailbox
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
      and mailbox_id = any(${mailboxIds}::uuid[])`);
}

export const removeMailboxesFromAllCampaigns = (tx: Tx, mailboxIds: string[]): void =>
  tx.defer(sql`
    delete from campaign_mailbox
    where workspace_id = ${tx.workspaceId} and mailbox_id = any(${mailboxIds}::uuid[])`);
