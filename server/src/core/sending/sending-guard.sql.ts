import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import {
  type EmailTrouble,
  minGuardedEmails,
  type RecentEmailCounts,
  recentEmailsMs,
  type StoredPause,
} from './sending-guard-rules.ts';

/** A campaign or mailbox. */
export interface CampaignOrMailbox {
  kind: 'campaign' | 'mailbox';
  id: string;
}

export interface TroubledEmail {
  outboundId: string;
  trouble: EmailTrouble;
}

/** Marks emails as bounced or complained. A complaint replaces a bounce. Returns the changed emails. */
export const markEmailTrouble = (tx: Tx, troubledEmails: TroubledEmail[]) =>
  tx.rows<{ campaignId: string; mailboxId: string }>(sql`
    update outbound_message o set trouble = given.trouble
    from unnest(${troubledEmails.map(({ outboundId }) => outboundId)}::uuid[],
                ${troubledEmails.map(({ trouble }) => trouble)}::text[]) as given (id, trouble)
    where o.workspace_id = ${tx.workspaceId} and o.id = given.id
      and o.trouble is distinct from given.trouble and o.trouble is distinct from 'complained'
    returning o.campaign_id as "campaignId", o.mailbox_id as "mailboxId"`);

/** At most this many of the newest emails are read from the index. */
const maxRead = 10_000;

const newestEmails = (tx: Tx, { kind, id }: CampaignOrMailbox, limit: number): Sql => {
  const isOf = kind === 'campaign' ? sql`campaign_id = ${id}` : sql`mailbox_id = ${id}`;
  const since =
    kind === 'campaign'
      ? sql`select counted_since from campaign where workspace_id = ${tx.workspaceId} and id = ${id}`
      : sql`select counted_since from mailbox where workspace_id = ${tx.workspaceId} and id = ${id}`;
  return sql`
    select claimed_at, trouble, id from outbound_message
    where workspace_id = ${tx.workspaceId} and ${isOf} and status in ('accepted', 'refused')
      and claimed_at >= coalesce((${since}), '-infinity')
    order by claimed_at desc, id desc limit ${limit}`;
};

/** Counts the emails of the last days, and older ones until `minGuardedEmails` are counted. */
export async function selectRecentEmailCounts(
  tx: Tx,
  target: CampaignOrMailbox,
  at: Date,
): Promise<RecentEmailCounts> {
  const since = new Date(at.getTime() - recentEmailsMs);
  const [recent] = await tx.rows<RecentEmailCounts>(sql`
    select count(*)::int as emails, (count(*) filter (where trouble = 'bounced'))::int as bounced,
           (count(*) filter (where trouble = 'complained'))::int as complained
    from (
      select claimed_at, trouble, row_number() over (order by claimed_at desc, id desc) as position
      from (${newestEmails(tx, target, maxRead)}) newest) numbered
    where claimed_at > ${since} or position <= ${minGuardedEmails}`);
  return recent!;
}

/**
 * The guard pauses nothing before `minGuardedEmails` emails, so each early email may complete that
 * number. Concurrent emails and bounces are not visible here. The margin of 10 emails lets one of the
 * next emails check them.
 */
const maxEarlyEmails = minGuardedEmails + 10;

/** Whether few emails were sent so far, and some of them bounced or were reported. */
export async function hasEarlyTrouble(tx: Tx, target: CampaignOrMailbox): Promise<boolean> {
  const [row] = await tx.rows<{ isEarly: boolean }>(sql`
    select count(*) < ${maxEarlyEmails} and count(trouble) > 0 as "isEarly"
    from (${newestEmails(tx, target, maxEarlyEmails)}) newest`);
  return row!.isEarly;
}

/** Returns the name of the campaign if it was running. */
export async function pauseCampaign(
  tx: Tx,
  id: string,
  pause: StoredPause,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ name: string }>(sql`
    update campaign set status = 'paused', pause = ${JSON.stringify(pause)}
    where workspace_id = ${tx.workspaceId} and id = ${id} and status = 'running'
    returning name`);
  return row?.name;
}
