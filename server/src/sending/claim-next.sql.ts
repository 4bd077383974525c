import { failingSinceAt } from '../core/mailboxes/mailbox-health.sql.ts';
import { type MailboxRow, mailboxColumns } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { EmailRecipient } from '../core/sending/merge-tag-value-rules.ts';
import type { CountedDay } from '../core/sending/pace-rules.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface EnrollmentKey {
  campaignId: string;
  prospectId: string;
}

/** Waits for other turns of this mailbox, and for changes of its settings. */
export async function lockMailbox(tx: Tx, id: string): Promise<MailboxRow | undefined> {
  const [mailbox] = await tx.rows<MailboxRow>(sql`
    select ${mailboxColumns} from mailbox
    where workspace_id = ${tx.workspaceId} and id = ${id}
    for no key update`);
  return mailbox;
}

/** The same for a transaction that does not read the mailbox. */
export const lockMailboxRow = (tx: Tx, id: string): void =>
  tx.defer(sql`
    select from mailbox where workspace_id = ${tx.workspaceId} and id = ${id} for no key update`);

/** An enrollment whose next email is due, with the data that decides whether the email may leave. */
export interface EnrollmentCandidate extends EnrollmentKey {
  stepId: string | null;
  lastSentAt: Date | null;
  conversationId: string | null;
  footer: string | null;
  newPerDay: number | null;
  email: string | null;
  emailKey: string | null;
  doNotContact: boolean;
  recipient: EmailRecipient;
  /** When the prospect last got an email of another campaign. */
  lastSentElsewhere: Date | null;
  isSendingElsewhere: boolean;
  /** Emails that the domain of the address got today. */
  companySent: number;
  /** Steps whose email left or may have left. */
  sentStepIds: string[];
}

const columns = (tx: Tx, day: string): Sql => sql`
  e.campaign_id as "campaignId", e.prospect_id as "prospectId", e.step_id as "stepId",
  e.last_sent_at as "lastSentAt", e.conversation_id as "conversationId", e.footer,
  e.new_per_day as "newPerDay", p.email, p.email_key as "emailKey", p.do_not_contact as "doNotContact",
  json_build_object(
    'fullName', p.full_name, 'firstName', p.first_name, 'lastName', p.last_name, 'title', p.title,
    'companyName', p.company_name, 'linkedinUrl', p.linkedin_url, 'website', p.website, 'email', p.email,
    'phone', p.phone, 'locationName', p.location_name, 'firstTouchLine', p.first_touch_line) as recipient,
  elsewhere.last_sent_at as "lastSentElsewhere", elsewhere.is_sending as "isSendingElsewhere",
  coalesce((
    select sent from company_day
    where workspace_id = ${tx.workspaceId} and domain = p.domain and day = ${day}::date), 0)
    as "companySent",
  array(
    select step_id from outbound_message o
    where o.workspace_id = ${tx.workspaceId} and o.campaign_id = e.campaign_id and o.prospect_id = e.prospect_id
      and o.status not in ('released', 'deferred')) as "sentStepIds"`;

// OFFSET 0 keeps these look-ups separate, even if PostgreSQL has no statistics about the workspace. The
// domain is a column because split_part is not leakproof: under row-level security, PostgreSQL does not
// use an index for a condition with it.
const joinedLookUps = (tx: Tx): Sql => sql`
  cross join lateral (
    select *, split_part(email_key, '@', 2) as domain from prospect
    where workspace_id = ${tx.workspaceId} and id = e.prospect_id offset 0) p
  cross join lateral (
    select max(o.last_sent_at) as last_sent_at, coalesce(bool_or(o.status = 'sending'), false) as is_sending
    from enrollment o
    where o.workspace_id = ${tx.workspaceId} and o.prospect_id = e.prospect_id
      and o.campaign_id <> e.campaign_id offset 0) elsewhere`;

/** One enrollment, whether due or not. */
export async function selectCandidate(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
  day: string,
): Promise<EnrollmentCandidate | undefined> {
  const [candidate] = await tx.rows<EnrollmentCandidate>(sql`
    select ${columns(tx, day)}
    from (
      select e.*, c.footer, c.new_per_day from enrollment e
      join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id
      where e.workspace_id = ${tx.workspaceId} and e.campaign_id = ${campaignId}
        and e.prospect_id = ${prospectId}) e
    ${joinedLookUps(tx)}`);
  return candidate;
}

interface DueQuery {
  mailboxId: string;
  at: Date;
  /** The mailbox's local date. */
  day: string;
  /** Whether the inbox was read just now. If not, people who already got an email wait. */
  isInboxRead: boolean;
  limit: number;
}

/** The most due follow-ups that are passed over to find a first email that is tried again. */
const maxPassedOver = 200;

/**
 * The due emails of prospects that this mailbox already serves, longest due first. If the inbox was not
 * read, these are only first emails that are tried again. If none are due, returns due first emails;
 * the campaign that was served longest ago comes first. One statement does both, because setting up the
 * look-ups below takes most of its time.
 */
export const selectDueCandidates = (
  tx: Tx,
  { mailboxId, at, day, isInboxRead, limit }: DueQuery,
): Promise<EnrollmentCandidate[]> =>
  tx.rows<EnrollmentCandidate>(sql`
    with follow_up as materialized (
      select * from (
        select e.*, c.footer, c.new_per_day, null::timestamptz as served_at from enrollment e
        join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id and c.status = 'running'
        where e.workspace_id = ${tx.workspaceId} and e.mailbox_id = ${mailboxId} and e.status = 'waiting'
          and e.due_at <= ${at}
        order by e.due_at limit ${isInboxRead ? limit : maxPassedOver}) due
      where ${isInboxRead} or last_sent_at is null
      order by due_at limit ${limit}
    ), first_email as materialized (
      select e.*, c.footer, c.new_per_day, served_at from campaign_mailbox cm
      join campaign c on c.workspace_id = cm.workspace_id and c.id = cm.campaign_id and c.status = 'running'
      left join campaign_day d
        on d.workspace_id = c.workspace_id and d.campaign_id = c.id and d.day = ${day}::date
      cross join lateral (
        select * from enrollment e
        where e.workspace_id = ${tx.workspaceId} and e.campaign_id = cm.campaign_id and e.mailbox_id is null
          and e.status = 'waiting' and e.due_at <= ${at}
        order by e.due_at limit ${limit}) e
      where cm.workspace_id = ${tx.workspaceId} and cm.mailbox_id = ${mailboxId}
        and (c.new_per_day is null or coalesce(d.sent, 0) < c.new_per_day)
        and not exists (select from follow_up)
      order by served_at, e.campaign_id, e.due_at limit ${limit}
    )
    select ${columns(tx, day)}
    from (select * from follow_up union all select * from first_email) e
    ${joinedLookUps(tx)}
    order by e.served_at, case when e.served_at is not null then e.campaign_id end, e.due_at`);

const matchesKeys = (keys: EnrollmentKey[]): Sql => sql`
  e.campaign_id = any(${keys.map(({ campaignId }) => campaignId)}::uuid[])
  and e.prospect_id = any(${keys.map(({ prospectId }) => prospectId)}::uuid[])`;

/**
 * Locks the first of these enrollments that no other transaction holds. Also locks its prospect, so
 * that two mailboxes do not write to the same person at the same time.
 */
export async function lockFirstCandidate(
  tx: Tx,
  mailboxId: string,
  keys: EnrollmentKey[],
  at: Date,
): Promise<EnrollmentKey | undefined> {
  const order = keys.map(({ campaignId, prospectId }) => `${campaignId} ${prospectId}`);
  const position = sql`array_position(${order}::text[], e.campaign_id || ' ' || e.prospect_id)`;
  const [locked] = await tx.rows<EnrollmentKey>(sql`
    select e.campaign_id as "campaignId", e.prospect_id as "prospectId"
    from enrollment e
    join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = e.prospect_id
      and p.id = any(${keys.map(({ prospectId }) => prospectId)}::uuid[])
    where e.workspace_id = ${tx.workspaceId} and ${matchesKeys(keys)} and ${position} is not null
      and e.status = 'waiting' and e.due_at <= ${at} and (e.mailbox_id is null or e.mailbox_id = ${mailboxId})
    order by ${position} limit 1
    for no key update of e, p skip locked`);
  return locked;
}

/** The new state of a blocked candidate. */
export interface EnrollmentMove extends EnrollmentKey {
  status: string;
  reason: string | null;
  dueAt: Date;
}

/** Leaves out enrollments that another transaction holds. */
export function moveEnrollments(tx: Tx, moves: EnrollmentMove[]): void {
  if (moves.length === 0) return;
  tx.defer(sql`
    with free as (
      select e.campaign_id, e.prospect_id from enrollment e
      where e.workspace_id = ${tx.workspaceId} and ${matchesKeys(moves)} and e.status = 'waiting'
      for no key update skip locked
    )
    update enrollment e set status = given.status, reason = given.reason, due_at = given."dueAt"
    from free join json_to_recordset(${JSON.stringify(moves)}) as given (
      "campaignId" uuid, "prospectId" uuid, status text, reason text, "dueAt" timestamptz)
      on given."campaignId" = free.campaign_id and given."prospectId" = free.prospect_id
    where e.workspace_id = ${tx.workspaceId} and ${matchesKeys(moves)}
      and e.campaign_id = free.campaign_id and e.prospect_id = free.prospect_id`);
}

/** The values that a claim writes to its mailbox. */
export interface MailboxTurn extends CountedDay {
  freeAt: Date;
  sendAt: Date | null;
  leasedUntil: Date;
}

export function updateMailboxAfterClaim(
  tx: Tx,
  mailboxId: string,
  turn: MailboxTurn,
  at: Date,
): void {
  tx.defer(sql`
    update mailbox
    set day = ${turn.day}::date, day_began = ${turn.dayBegan}, sent_today = ${turn.sentToday},
        ramp_days = ${turn.rampDays}, free_at = ${turn.freeAt}, send_at = ${turn.sendAt},
        leased_until = ${turn.leasedUntil}, failing_since = ${failingSinceAt(at)},
        reason = case when status = 'resting' then null else reason end,
        rest_until = case when status = 'resting' then null else rest_until end,
        status = case when status = 'resting' then 'ok' else status end
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);
}

export function updateSendAt(tx: Tx, mailboxId: string, sendAt: Date | null): void {
  tx.defer(sql`
    update mailbox set send_at = ${sendAt}
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and send_at is distinct from ${sendAt}`);
}

export interface WaitingEmails {
  followUpAt: Date | null;
  firstEmailAt: Date | null;
  hasRunning: boolean;
}

/** When the next emails of a mailbox are due. */
export async function selectWaitingEmails(tx: Tx, mailboxId: string): Promise<WaitingEmails> {
  const [waiting] = await tx.rows<WaitingEmails>(sql`
    with served as (
      select cm.campaign_id from campaign_mailbox cm
      join campaign c on c.workspace_id = cm.workspace_id and c.id = cm.campaign_id and c.status = 'running'
      where cm.workspace_id = ${tx.workspaceId} and cm.mailbox_id = ${mailboxId})
    select
      (select e.due_at from enrollment e
       join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id and c.status = 'running'
       where e.workspace_id = ${tx.workspaceId} and e.mailbox_id = ${mailboxId} and e.status = 'waiting'
       order by e.due_at limit 1) as "followUpAt",
      (select min(first.due_at) from served cross join lateral (
         select e.due_at from enrollment e
         where e.workspace_id = ${tx.workspaceId} and e.campaign_id = served.campaign_id
           and e.mailbox_id is null and e.status = 'waiting'
         order by e.due_at limit 1) first) as "firstEmailAt",
      exists (select from served) as "hasRunning"`);
  return waiting!;
}
