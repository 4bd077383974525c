import type { StepWait } from '../core/campaigns/step-rules.ts';
import type { MailboxPace, MailboxStatus, SendWindow } from '../core/mailboxes/mailbox-rows.sql.ts';
import { countedDay, currentPaceOf, dailyLimitOf } from '../core/sending/pace-rules.ts';
import {
  addWait,
  localDay,
  nextOpening,
  openTimesOn,
  startOfNextDay,
} from '../core/sending/send-time-rules.ts';

interface ForecastMailbox extends MailboxPace {
  id: string;
  status: MailboxStatus;
}

/** Prospects who wait for the same email. Any mailbox of the campaign can send a first email. */
interface WaitingPeople {
  mailboxId: string | null;
  /** The index of the next email. */
  email: number;
  dueAt: Date;
  people: number;
}

export interface ForecastCampaign {
  id: string;
  /** The last first email of each mailbox. The mailbox prefers the campaign with the oldest one. */
  lastFirstEmailByMailbox: Record<string, string | null>;
  newPerDay: number | null;
  /** Counts of first emails that were sent, by local day. */
  firstEmailsByDay: Record<string, number>;
  /** The wait before each email. */
  waits: StepWait[];
  waiting: WaitingPeople[];
}

/** A campaign and the other campaigns of its mailboxes. */
export interface ForecastState {
  campaignId: string;
  holidays: string[];
  mailboxes: ForecastMailbox[];
  campaigns: ForecastCampaign[];
}

interface ForecastDay {
  day: string;
  firstEmails: number;
  followUps: number;
}

export interface CampaignForecast {
  /** Whether the simulation reached the last email. */
  isComplete: boolean;
  /** Emails to send if no one replies. */
  emails: number;
  firstEmails: number;
  /** Emails that no mailbox can send within a year. */
  notSent: number;
  days: ForecastDay[];
  lastFirstEmailOn: string | null;
  lastEmailOn: string | null;
  /** The limit that delays the campaign most; null if only its waits do. */
  limitedBy: 'mailbox' | 'new_per_day' | null;
  /** The mailbox that was the last to end a day with due emails left. */
  bottleneck: string | null;
}

/** These turns take a tenth of a second, which blocks all other requests. */
const maxTurns = 50_000;
const dayMs = 86_400_000;
const maxMs = 366 * dayMs;

interface WaitingGroup {
  campaign: SimulatedCampaign;
  email: number;
  dueAt: number;
  people: number;
}

interface SimulatedCampaign {
  input: ForecastCampaign;
  isTarget: boolean;
  /** Sorted by due time. */
  firstEmailGroups: WaitingGroup[];
  /** Follow-ups at the start of the simulation, by mailbox and sorted by due time. */
  followUps: ReadonlyMap<string | null, WaitingGroup[]>;
  firstEmailsByDay: Map<string, number>;
}

interface OpenDay {
  day: string;
  open: [from: number, to: number][];
  end: number;
  /** Milliseconds from an email of this day until the next one is due. */
  waits: Map<StepWait, number>;
}

/** Groups of each campaign, by the index of the email. */
type FollowUpQueues = Map<SimulatedCampaign, WaitingGroup[][]>;

interface SimulatedSender {
  mailbox: ForecastMailbox;
  gapMs: number;
  /** The next turn; infinity if there is none. */
  at: number;
  today: OpenDay;
  sent: number;
  rampDays: number;
  /** The time of the last first email of each campaign. */
  lastFirstEmailAt: Map<SimulatedCampaign, number>;
  queues: FollowUpQueues;
  fullDays: number;
  lastFullAt: number;
}

/**
 * Simulates sending, email by email, with the rules of sending: follow-ups before first emails,
 * windows, holidays, limits and gaps. A gap has its mean length. The simulation assumes that no one
 * replies, that all inboxes are read, and that no other rule stops an email.
 */
export function forecastCampaign(state: ForecastState, at: Date): CampaignForecast {
  const calendar = createCalendar(state.holidays);
  const campaigns = state.campaigns.map((input) => simulatedCampaignOf(input, state.campaignId));
  const senders = state.mailboxes.map((mailbox) =>
    simulatedSenderOf(mailbox, campaigns, calendar, at),
  );
  const target = campaigns.find(({ isTarget }) => isTarget);
  const people = target?.input.waiting ?? [];
  const emailCount = target?.input.waits.length ?? 0;
  const emails = people.reduce((sum, each) => sum + each.people * (emailCount - each.email), 0);
  const firstEmails = target?.firstEmailGroups.reduce((sum, group) => sum + group.people, 0) ?? 0;
  const days = new Map<string, ForecastDay>();
  const result = { lastFirstEmailOn: null as string | null, lastEmailOn: null as string | null };
  const limitedDays = new Set<string>();
  let left = emails;
  let turns = 0;

  while (left > 0 && turns < maxTurns) {
    turns++;
    const sender = nextSender(senders);
    if (!sender || sender.at > at.getTime() + maxMs) break;
    const group = nextGroup(sender, limitedDays);
    if (!group) {
      moveTurn(sender, nextDueTime(sender), calendar);
      continue;
    }
    const { day } = sender.today;
    const isFirst = group.campaign.firstEmailGroups[0] === group;
    sendEmail(sender, group, calendar, isFirst);
    if (group.campaign.isTarget) {
      left--;
      const counts = days.get(day) ?? { day, firstEmails: 0, followUps: 0 };
      days.set(day, counts);
      counts[isFirst ? 'firstEmails' : 'followUps']++;
      if (isFirst) result.lastFirstEmailOn = laterDay(result.lastFirstEmailOn, day);
      result.lastEmailOn = laterDay(result.lastEmailOn, day);
    }
    moveTurn(sender, sender.at + sender.gapMs, calendar);
  }

  const [slowest] = senders
    .filter(({ fullDays }) => fullDays > 0)
    .sort((a, b) => b.lastFullAt - a.lastFullAt || b.fullDays - a.fullDays);
  const isNewPerDay = limitedDays.size > (slowest?.fullDays ?? 0);
  const isComplete = turns < maxTurns;
  return {
    ...{ isComplete, emails, firstEmails, notSent: isComplete ? left : 0 },
    ...(isComplete ? result : { lastFirstEmailOn: null, lastEmailOn: null }),
    days: [...days.values()].sort((a, b) => a.day.localeCompare(b.day)),
    limitedBy: isNewPerDay ? 'new_per_day' : slowest ? 'mailbox' : null,
    bottleneck: isNewPerDay ? null : (slowest?.mailbox.id ?? null),
  };
}

const laterDay = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

function simulatedCampaignOf(input: ForecastCampaign, targetId: string): SimulatedCampaign {
  const campaign: SimulatedCampaign = {
    input,
    isTarget: input.id === targetId,
    firstEmailGroups: [],
    followUps: new Map(),
    firstEmailsByDay: new Map(Object.entries(input.firstEmailsByDay)),
  };
  const groupsInOrder = input.waiting
    .filter(({ email }) => email < input.waits.length)
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const groups = new Map(
    [...Map.groupBy(groupsInOrder, ({ mailboxId }) => mailboxId)].map(([mailboxId, waiting]) => [
      mailboxId,
      waiting.map(
        ({ email, dueAt, people }): WaitingGroup => ({
          campaign,
          email,
          dueAt: dueAt.getTime(),
          people,
        }),
      ),
    ]),
  );
  campaign.firstEmailGroups = groups.get(null) ?? [];
  campaign.followUps = groups;
  return campaign;
}

function simulatedSenderOf(
  mailbox: ForecastMailbox,
  campaigns: SimulatedCampaign[],
  calendar: Calendar,
  at: Date,
): SimulatedSender {
  const pace = currentPaceOf(mailbox, calendar.holidays, at);
  const startAt = pace.canSend ? at : pace.until;
  const today = startAt && calendar.openDay(mailbox, startAt.getTime());
  const currentDay = countedDay(mailbox, at);
  const isSameDay = today?.day === currentDay.day;
  const queues: FollowUpQueues = new Map();
  for (const campaign of campaigns)
    for (const group of campaign.followUps.get(mailbox.id) ?? []) addToQueue(queues, group);
  return {
    ...{ mailbox, queues, fullDays: 0, lastFullAt: 0 },
    gapMs: Math.max(500 * (mailbox.gapFromSeconds + mailbox.gapToSeconds), 1_000),
    at: today ? startAt.getTime() : Number.POSITIVE_INFINITY,
    today: today ?? { day: currentDay.day, open: [], end: 0, waits: new Map() },
    sent: isSameDay ? currentDay.sentToday : 0,
    rampDays: currentDay.rampDays + (!isSameDay && currentDay.sentToday > 0 ? 1 : 0),
    lastFirstEmailAt: lastFirstEmailTimes(mailbox.id, campaigns),
  };
}

const lastFirstEmailTimes = (
  mailboxId: string,
  campaigns: SimulatedCampaign[],
): Map<SimulatedCampaign, number> =>
  new Map(
    campaigns.flatMap((campaign) => {
      const at = campaign.input.lastFirstEmailByMailbox[mailboxId];
      return at === undefined ? [] : [[campaign, at === null ? 0 : Date.parse(at)]];
    }),
  );

function addToQueue(queues: FollowUpQueues, group: WaitingGroup): void {
  const { campaign, email } = group;
  let emails = queues.get(campaign);
  if (!emails) {
    emails = campaign.input.waits.map(() => []);
    queues.set(campaign, emails);
  }
  emails[email]!.push(group);
}

/** Uses indexes, because iterators are slower and this runs for each email. */
function firstDueFollowUp({ queues }: SimulatedSender): WaitingGroup | null {
  let first: WaitingGroup | null = null;
  for (const emails of queues.values())
    for (let email = 0; email < emails.length; email++) {
      const head = emails[email]![0];
      if (head && (!first || head.dueAt < first.dueAt)) first = head;
    }
  return first;
}

function nextSender(senders: SimulatedSender[]): SimulatedSender | undefined {
  let first: SimulatedSender | undefined;
  for (const sender of senders)
    if (sender.at < (first?.at ?? Number.POSITIVE_INFINITY)) first = sender;
  return first;
}

/** The next email to send now: the oldest due follow-up, or else a first email. */
function nextGroup(sender: SimulatedSender, limitedDays: Set<string>): WaitingGroup | null {
  const followUp = firstDueFollowUp(sender);
  if (followUp && followUp.dueAt <= sender.at) return followUp;
  let next: WaitingGroup | null = null;
  let earliestFirstEmailAt = Number.POSITIVE_INFINITY;
  for (const [campaign, lastFirstEmailAt] of sender.lastFirstEmailAt) {
    const head = campaign.firstEmailGroups[0];
    if (!head || head.dueAt > sender.at || lastFirstEmailAt >= earliestFirstEmailAt) continue;
    if (isAtLimit(campaign, sender.today.day)) {
      if (campaign.isTarget) limitedDays.add(sender.today.day);
      continue;
    }
    next = head;
    earliestFirstEmailAt = lastFirstEmailAt;
  }
  return next;
}

const isAtLimit = (
  { input: { newPerDay }, firstEmailsByDay }: SimulatedCampaign,
  day: string,
): boolean => newPerDay !== null && (firstEmailsByDay.get(day) ?? 0) >= newPerDay;

function sendEmail(
  sender: SimulatedSender,
  group: WaitingGroup,
  calendar: Calendar,
  isFirst: boolean,
): void {
  const { campaign, email } = group;
  const { day } = sender.today;
  sender.sent++;
  group.people--;
  if (isFirst) {
    campaign.firstEmailsByDay.set(day, (campaign.firstEmailsByDay.get(day) ?? 0) + 1);
    sender.lastFirstEmailAt.set(campaign, sender.at);
    if (group.people === 0) campaign.firstEmailGroups.shift();
  } else if (group.people === 0) sender.queues.get(campaign)![email]!.shift();
  const wait = campaign.input.waits[email + 1];
  if (!wait) return;
  const dueAt = sender.at + calendar.waitMs(wait, sender.mailbox.zone, sender.today, sender.at);
  addToQueue(sender.queues, { campaign, email: email + 1, dueAt, people: 1 });
}

/** The time of the next due email of a mailbox without a due email. */
function nextDueTime(sender: SimulatedSender): number {
  let due = firstDueFollowUp(sender)?.dueAt ?? Number.POSITIVE_INFINITY;
  for (const campaign of sender.lastFirstEmailAt.keys()) {
    const head = campaign.firstEmailGroups[0];
    if (!head) continue;
    const isLimited = isAtLimit(campaign, sender.today.day);
    due = Math.min(due, isLimited ? sender.today.end : Math.max(head.dueAt, sender.at + 1));
  }
  return due;
}

/** Moves the turn of a mailbox to an instant, or to the next time it may send. */
function moveTurn(sender: SimulatedSender, to: number, calendar: Calendar): void {
  if (!Number.isFinite(to)) {
    sender.at = to;
    return;
  }
  const limit = dailyLimitOf(sender.mailbox, sender.rampDays);
  const isLimitReached = sender.sent >= limit;
  const window = isLimitReached ? undefined : sender.today.open.find(([, end]) => end > to);
  if (window) {
    sender.at = Math.max(window[0], to);
    return;
  }
  // The day is full if an email is due today and is no longer sent today.
  if (hasDueEmail(sender, isLimitReached ? sender.at : Math.min(to, sender.today.end))) {
    sender.fullDays++;
    sender.lastFullAt = sender.at;
  }
  const next = calendar.openDay(sender.mailbox, Math.max(to, sender.today.end));
  sender.at = next ? Math.max(next.open[0]?.[0] ?? next.end, to) : Number.POSITIVE_INFINITY;
  if (!next) return;
  sender.rampDays += sender.sent > 0 ? 1 : 0;
  sender.sent = 0;
  sender.today = next;
  if (dailyLimitOf(sender.mailbox, sender.rampDays) === 0) sender.at = Number.POSITIVE_INFINITY;
}

const hasDueEmail = (sender: SimulatedSender, at: number): boolean =>
  [...sender.queues].some(
    ([{ isTarget }, emails]) =>
      isTarget && emails.some((queue) => (queue[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= at),
  ) ||
  [...sender.lastFirstEmailAt.keys()].some(
    (campaign) =>
      campaign.isTarget &&
      (campaign.firstEmailGroups[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= at &&
      !isAtLimit(campaign, sender.today.day),
  );

type Calendar = ReturnType<typeof createCalendar>;

/** Caches local days and waits, because computing them takes most of the time. */
function createCalendar(holidays: string[]) {
  const days = new Map<string, OpenDay | null>();
  return {
    holidays,
    /** The first day with time to send. */
    openDay({ windows, zone }: { windows: SendWindow[]; zone: string }, from: number) {
      const key = `${zone} ${from} ${JSON.stringify(windows)}`;
      const known = days.get(key);
      if (known !== undefined) return known;
      const opening = nextOpening(windows, zone, holidays, new Date(from));
      const openDay = opening && {
        day: localDay(zone, opening),
        open: openTimesOn(windows, zone, opening),
        end: startOfNextDay(zone, opening).getTime(),
        waits: new Map<StepWait, number>(),
      };
      days.set(key, openDay);
      return openDay;
    },
    waitMs(wait: StepWait, zone: string, { waits }: OpenDay, at: number): number {
      const known = waits.get(wait) ?? addWait(wait, zone, holidays, new Date(at)).getTime() - at;
      waits.set(wait, known);
      return known;
    },
  };
}
