import { randomUUIDv7 } from 'node:crypto';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { MailboxRow } from '../core/mailboxes/mailbox-rows.sql.ts';
import { type MailboxLease, mailboxLeaseMs } from '../core/mailboxes/wake-mailboxes.sql.ts';
import type { CampaignEmail } from '../core/sending/claimed-email.ts';
import { currentPaceOf, wasInboxRead } from '../core/sending/pace-rules.ts';
import { localDay, nextOpening, startOfNextDay } from '../core/sending/send-time-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import {
  type ClaimDeps,
  type NextEmail,
  nextEmailsOf,
  toCampaignEmail,
} from './candidate-emails.ts';
import { claimEmailRow, markSending } from './claim-email.sql.ts';
import * as store from './claim-next.sql.ts';
import type { ReplyLease } from './claim-reply.sql.ts';
import { claimReply } from './claim-reply.ts';
import {
  blockAfterRace,
  blockOf,
  type ClaimMoment,
  type EmailBlock,
  type EmailClaim,
  type WhyNothingClaimed,
} from './claim-rules.ts';
import { refundQuota, selectUnfinished } from './release-email.sql.ts';
import { settleUnfinished } from './release-email.ts';

/** A job sends the due emails of a mailbox's campaigns, or one reply. */
export type SendLease = ({ kind: 'campaign' } & MailboxLease) | ({ kind: 'reply' } & ReplyLease);

interface MailboxTurn extends MailboxLease {
  at: Date;
  /** From 0 to 1. */
  random: () => number;
}

/** Claims the next email that a job may send, if there is one. */
export const claimNext = (
  tx: Tx,
  lease: SendLease,
  deps: ClaimDeps & { clock: () => Date },
): Promise<EmailClaim> =>
  lease.kind === 'reply'
    ? claimReply(tx, lease, deps.suppression, deps.clock())
    : claimCampaignEmail(tx, { ...lease, at: deps.clock(), random: Math.random }, deps);

/** How many candidates one turn tries: few at first, because usually one of them may leave. */
const batchSizes = [3, 17];
const minuteMs = 60_000;
const maxSleepMs = 5 * minuteMs;
/**
 * The sleep without a running campaign. Starting a campaign or enrolling prospects wakes the mailbox.
 */
const idleSleepMs = 60 * minuteMs;

interface LockedMailbox {
  mailbox: MailboxRow;
  now: ClaimMoment;
  day: string;
}

/**
 * Claims the next email of a mailbox, or returns when to look again. The row lock of the mailbox makes
 * its limits exact.
 */
export async function claimCampaignEmail(
  tx: Tx,
  turn: MailboxTurn,
  deps: ClaimDeps,
): Promise<EmailClaim<CampaignEmail>> {
  const { mailboxId, leaseId, at, random } = turn;
  // Pipelined in one round trip. The statements after the lock see the changes of its last holder.
  const [locked, settings, unfinished] = await Promise.all([
    store.lockMailbox(tx, mailboxId),
    selectMailSettings(tx),
    selectUnfinished(tx, mailboxId),
  ]);
  if (locked?.leaseId !== leaseId) return { kind: 'nothing', sleepUntil: null, why: 'lease_lost' };
  let mailbox = locked;
  if (unfinished.length > 0) {
    await settleUnfinished(tx, locked, unfinished, at);
    mailbox = (await store.lockMailbox(tx, mailboxId))!;
  }
  const { holidays } = settings;
  const pace = currentPaceOf(mailbox, holidays, at);
  if (!pace.canSend) return sleepMailbox(tx, mailboxId, pace.until, pace.why);

  const { windows, zone } = mailbox;
  const tomorrow = startOfNextDay(zone, at);
  const nextDayAt = nextOpening(windows, zone, holidays, tomorrow) ?? tomorrow;
  const now = { settings, at, nextDayAt };
  const email = await claimFirstSendable(tx, { mailbox, now, day: localDay(zone, at) }, deps);
  if (email === 'all_blocked') return sleepMailbox(tx, mailboxId, at, email);
  if (email === null) return sleepMailboxUntilDue(tx, mailbox, at);

  const { gapFromSeconds: from, gapToSeconds: to } = mailbox;
  const freeAt = new Date(at.getTime() + Math.round((from + random() * (to - from)) * 1_000));
  const { day, dayBegan, rampDays } = pace;
  const after = { day, dayBegan, rampDays, freeAt, sentToday: pace.sentToday + 1 };
  const next = currentPaceOf({ ...mailbox, ...after, status: 'ok' }, holidays, at);
  const nextAt = next.canSend ? freeAt : next.until;
  const leasedUntil = new Date(at.getTime() + mailboxLeaseMs);
  store.updateMailboxAfterClaim(tx, mailboxId, { ...after, sendAt: nextAt, leasedUntil }, at);
  return { kind: 'claimed', email: email, nextAt };
}

/** Claims the first candidate that may leave, and moves the blocked ones before it. */
async function claimFirstSendable(
  tx: Tx,
  locked: LockedMailbox,
  deps: ClaimDeps,
): Promise<CampaignEmail | 'all_blocked' | null> {
  let isTried = false;
  for (const limit of batchSizes) {
    const candidates = await selectDueCandidates(tx, locked, limit);
    if (candidates.length === 0) return isTried ? 'all_blocked' : null;
    isTried = true;
    const email = await lockFirstSendable(tx, locked, candidates, deps);
    const claimed = email && (await claimEmail(tx, locked, email, deps));
    if (claimed) return claimed;
  }
  return 'all_blocked';
}

function selectDueCandidates(tx: Tx, { mailbox, now, day }: LockedMailbox, limit: number) {
  const isInboxRead = wasInboxRead(mailbox, now.at);
  return store.selectDueCandidates(tx, {
    mailboxId: mailbox.id,
    at: now.at,
    day,
    isInboxRead,
    limit,
  });
}

/**
 * Locks the first candidate that may leave and that no other transaction holds. The first candidate is
 * locked while all of them are checked. This saves a round trip, because usually the first one may
 * leave.
 */
async function lockFirstSendable(
  tx: Tx,
  { mailbox, now }: LockedMailbox,
  candidates: store.EnrollmentCandidate[],
  deps: ClaimDeps,
): Promise<NextEmail | undefined> {
  const lock = (keys: store.EnrollmentKey[]) =>
    store.lockFirstCandidate(tx, mailbox.id, keys, now.at);
  const [first, emails] = await Promise.all([
    lock(candidates),
    nextEmailsOf(tx, mailbox.name, candidates, deps),
  ]);
  const checkedEmails = emails.map((email) => ({ email, block: blockOf(email, now) }));
  store.moveEnrollments(
    tx,
    checkedEmails.flatMap(({ email, block }) => (block ? [moveFor(email, block)] : [])),
  );
  const sendable = checkedEmails.flatMap(({ email, block }) => (block ? [] : [email]));
  const emailOf = (key: store.EnrollmentKey | undefined) =>
    sendable.find(
      ({ candidate }) =>
        candidate.campaignId === key?.campaignId && candidate.prospectId === key.prospectId,
    );
  if (!first || sendable.length === 0) return undefined;
  return emailOf(first) ?? emailOf(await lock(sendable.map(({ candidate }) => candidate)));
}

/** Claims an email whose enrollment and prospect are locked, unless a limit was reached meanwhile. */
async function claimEmail(
  tx: Tx,
  { mailbox, now, day }: LockedMailbox,
  email: NextEmail,
  deps: ClaimDeps,
): Promise<CampaignEmail | null> {
  const { at, settings } = now;
  const { candidate, company, template } = email;
  const { campaignId, prospectId, newPerDay } = candidate;
  const isFirst = candidate.lastSentAt === null && candidate.sentStepIds.length === 0;
  const id = randomUUIDv7();
  const outbound = {
    ...{ campaignId, prospectId, isFirst, id, mailboxId: mailbox.id },
    stepId: email.stepId!,
    variantId: template!.variantId,
    messageId: deps.tokens.messageId(id, domainOf(mailbox.address)),
  };
  const cooldownMs = settings.cooldownHours * 60 * minuteMs;
  const limits = {
    ...{ day, company, newPerDay },
    companyPerDay: settings.companyPerDay,
    contactedAfter: cooldownMs > 0 ? new Date(at.getTime() - cooldownMs) : null,
  };
  const [{ claimed, ...reserved }, given] = await Promise.all([
    claimEmailRow(tx, outbound, limits, at),
    toCampaignEmail(tx, mailbox, email, isFirst),
  ]);
  const block = blockAfterRace(reserved, now);
  if (block) {
    const counted = {
      company: reserved.company ? company : null,
      campaignId: reserved.campaign && isFirst ? campaignId : null,
    };
    refundQuota(tx, [{ day, ...counted }]);
    store.moveEnrollments(tx, [moveFor(email, block)]);
    return null;
  }
  if (!claimed) throw new Error('An email that may have left was about to be sent again.');
  markSending(tx, outbound, at);
  return { ...given, ...claimed };
}

const moveFor = (
  { candidate: { campaignId, prospectId } }: NextEmail,
  block: EmailBlock,
): store.EnrollmentMove => ({
  campaignId,
  prospectId,
  status: block.status,
  reason: block.status === 'finished' ? null : block.why,
  dueAt: block.dueAt,
});

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

function sleepMailbox(tx: Tx, mailboxId: string, sleepUntil: Date | null, why: WhyNothingClaimed) {
  store.updateSendAt(tx, mailboxId, sleepUntil);
  return { kind: 'nothing', sleepUntil, why } as const;
}

/** Looks again when the next email is due, and sooner if another one may become due before. */
async function sleepMailboxUntilDue(tx: Tx, mailbox: MailboxRow, at: Date) {
  const { followUpAt, firstEmailAt, hasRunning } = await store.selectWaitingEmails(tx, mailbox.id);
  const inMs = (ms: number) => new Date(at.getTime() + ms);
  if (followUpAt && followUpAt <= at && !wasInboxRead(mailbox, at))
    return sleepMailbox(tx, mailbox.id, inMs(minuteMs), 'inbox_not_read');
  const mayCome = hasRunning || followUpAt !== null;
  const latest = inMs(mayCome ? maxSleepMs : idleSleepMs).getTime();
  const dueAt = [followUpAt, firstEmailAt].flatMap((due) =>
    due && due > at ? [due.getTime()] : [],
  );
  return sleepMailbox(tx, mailbox.id, new Date(Math.min(latest, ...dueAt)), 'nothing_due');
}
