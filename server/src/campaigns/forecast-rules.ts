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

/** People who wait for the same email. Before their first one, any mailbox of the campaign writes it. */
interface WaitingPeople {
  mailboxId: string | null;
  /** Which email of the campaign comes next, from 0. */
  email: number;
  dueAt: Date;
  people: number;
}

export interface ForecastCampaign {
  id: string;
  /** Its mailboxes, and when each last sent a first email of it, which decides whose turn it is. */
  served: Record<string, string | null>;
  newPerDay: number | null;
  /** First emails that were sent on local days. */
  newOn: Record<string, number>;
  /** The wait before each of its emails. */
  waits: StepWait[];
  waiting: WaitingPeople[];
}

/** A campaign, and all others that its mailboxes send. */
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

export interface Forecast {
  /** Whether it was played to its end. If not, it is unknown when the last email leaves. */
  isComplete: boolean;
  /** Emails that are to be sent, if no one replies. */
  emails: number;
  firstEmails: number;
  /** Those of them for which there is no mailbox that sends, or no time within a year. */
  notSent: number;
  days: ForecastDay[];
  lastFirstEmailOn: string | null;
  lastEmailOn: string | null;
  /** What decides how long it takes; null if the waits between the emails do. */
  limitedBy: 'mailbox' | 'new_per_day' | null;
  /** The mailbox that has emails left over at the end of its day for the longest time. */
  bottleneck: string | null;
}

/** Turns that are played at most: a tenth of a second, during which nothing else is answered. */
const maxTurns = 50_000;
const dayMs = 86_400_000;
const maxMs = 366 * dayMs;

interface Group {
  campaign: Running;
  email: number;
  dueAt: number;
  people: number;
}

interface Running {
  given: ForecastCampaign;
  isTarget: boolean;
  /** First emails, by the time they are due. */
  pool: Group[];
  /** Follow-ups that wait from the beginning, by mailbox and the time they are due. */
  followUps: ReadonlyMap<string | null, Group[]>;
  newOn: Map<string, number>;
}

interface OpenDay {
  day: string;
  open: [from: number, to: number][];
  end: number;
  /** How long after an email of this day the next one is due. */
  waits: Map<StepWait, number>;
}

/** By campaign, then by email. */
type Queues = Map<Running, Group[][]>;

interface Sender {
  mailbox: ForecastMailbox;
  gapMs: number;
  /** Its next turn, or infinity. */
  at: number;
  today: OpenDay;
  sent: number;
  rampDays: number;
  /** Its campaigns, and when it last sent a first email of each. */
  servedAt: Map<Running, number>;
  /** Follow-ups by campaign and email, each by the time they are due. */
  queues: Queues;
  fullDays: number;
  lastFullAt: number;
}

/**
 * Plays what the mailboxes of a campaign send from an instant on, email by email, by the rules of
 * sending: follow-ups before first emails, windows, holidays, limits and gaps. A gap takes its mean.
 * It assumes that no one replies, that all inboxes are read, and that no other rule holds someone back.
 */
export function forecast(state: ForecastState, at: Date): Forecast {
  const calendar = createCalendar(state.holidays);
  const campaigns = state.campaigns.map((given) => runningOf(given, state.campaignId));
  const senders = state.mailboxes.map((mailbox) => senderOf(mailbox, campaigns, calendar, at));
  const target = campaigns.find(({ isTarget }) => isTarget);
  const people = target?.given.waiting ?? [];
  const lengthOf = target?.given.waits.length ?? 0;
  const emails = people.reduce((sum, each) => sum + each.people * (lengthOf - each.email), 0);
  const firstEmails = target?.pool.reduce((sum, group) => sum + group.people, 0) ?? 0;
  const days = new Map<string, ForecastDay>();
  const result = { lastFirstEmailOn: null as string | null, lastEmailOn: null as string | null };
  const limitedDays = new Set<string>();
  let left = emails;
  let turns = 0;

  while (left > 0 && turns < maxTurns) {
    turns++;
    const sender = earliest(senders);
    if (!sender || sender.at > at.getTime() + maxMs) break;
    const group = nextGroup(sender, limitedDays);
    if (!group) {
      move(sender, nextDue(sender), calendar);
      continue;
    }
    const { day } = sender.today;
    const isFirst = group.campaign.pool[0] === group;
    send(sender, group, calendar, isFirst);
    if (group.campaign.isTarget) {
      left--;
      const counts = days.get(day) ?? { day, firstEmails: 0, followUps: 0 };
      days.set(day, counts);
      counts[isFirst ? 'firstEmails' : 'followUps']++;
      if (isFirst) result.lastFirstEmailOn = later(result.lastFirstEmailOn, day);
      result.lastEmailOn = later(result.lastEmailOn, day);
    }
    move(sender, sender.at + sender.gapMs, calendar);
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

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

function runningOf(given: ForecastCampaign, targetId: string): Running {
  const campaign: Running = {
    given,
    isTarget: given.id === targetId,
    pool: [],
    followUps: new Map(),
    newOn: new Map(Object.entries(given.newOn)),
  };
  const inOrder = given.waiting
    .filter(({ email }) => email < given.waits.length)
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const groups = new Map(
    [...Map.groupBy(inOrder, ({ mailboxId }) => mailboxId)].map(([mailboxId, waiting]) => [
      mailboxId,
      waiting.map(
        ({ email, dueAt, people }): Group => ({ campaign, email, dueAt: dueAt.getTime(), people }),
      ),
    ]),
  );
  campaign.pool = groups.get(null) ?? [];
  campaign.followUps = groups;
  return campaign;
}

function senderOf(
  mailbox: ForecastMailbox,
  campaigns: Running[],
  calendar: Calendar,
  at: Date,
): Sender {
  const pace = currentPaceOf(mailbox, calendar.holidays, at);
  const startAt = pace.canSend ? at : pace.until;
  const today = startAt && calendar.openDay(mailbox, startAt.getTime());
  const counted = countedDay(mailbox, at);
  const isSameDay = today?.day === counted.day;
  const queues: Queues = new Map();
  for (const campaign of campaigns)
    for (const group of campaign.followUps.get(mailbox.id) ?? []) addTo(queues, group);
  return {
    ...{ mailbox, queues, fullDays: 0, lastFullAt: 0 },
    gapMs: Math.max(500 * (mailbox.gapFromSeconds + mailbox.gapToSeconds), 1_000),
    at: today ? startAt.getTime() : Number.POSITIVE_INFINITY,
    today: today ?? { day: counted.day, open: [], end: 0, waits: new Map() },
    sent: isSameDay ? counted.sentToday : 0,
    rampDays: counted.rampDays + (!isSameDay && counted.sentToday > 0 ? 1 : 0),
    servedAt: servedBy(mailbox.id, campaigns),
  };
}

const servedBy = (mailboxId: string, campaigns: Running[]): Map<Running, number> =>
  new Map(
    campaigns.flatMap((campaign) => {
      const at = campaign.given.served[mailboxId];
      return at === undefined ? [] : [[campaign, at === null ? 0 : Date.parse(at)]];
    }),
  );

function addTo(queues: Queues, group: Group): void {
  const { campaign, email } = group;
  let emails = queues.get(campaign);
  if (!emails) {
    emails = campaign.given.waits.map(() => []);
    queues.set(campaign, emails);
  }
  emails[email]!.push(group);
}

/** The follow-up that is due first. Indexes instead of iterators: this runs for each email. */
function firstDue({ queues }: Sender): Group | null {
  let first: Group | null = null;
  for (const emails of queues.values())
    for (let email = 0; email < emails.length; email++) {
      const head = emails[email]![0];
      if (head && (!first || head.dueAt < first.dueAt)) first = head;
    }
  return first;
}

function earliest(senders: Sender[]): Sender | undefined {
  let first: Sender | undefined;
  for (const sender of senders)
    if (sender.at < (first?.at ?? Number.POSITIVE_INFINITY)) first = sender;
  return first;
}

/** What a mailbox sends now: the follow-up that is due longest, or else a first email. */
function nextGroup(sender: Sender, limitedDays: Set<string>): Group | null {
  const followUp = firstDue(sender);
  if (followUp && followUp.dueAt <= sender.at) return followUp;
  let next: Group | null = null;
  let firstServedAt = Number.POSITIVE_INFINITY;
  for (const [campaign, servedAt] of sender.servedAt) {
    const head = campaign.pool[0];
    if (!head || head.dueAt > sender.at || servedAt >= firstServedAt) continue;
    if (isAtLimit(campaign, sender.today.day)) {
      if (campaign.isTarget) limitedDays.add(sender.today.day);
      continue;
    }
    next = head;
    firstServedAt = servedAt;
  }
  return next;
}

const isAtLimit = ({ given: { newPerDay }, newOn }: Running, day: string): boolean =>
  newPerDay !== null && (newOn.get(day) ?? 0) >= newPerDay;

function send(sender: Sender, group: Group, calendar: Calendar, isFirst: boolean): void {
  const { campaign, email } = group;
  const { day } = sender.today;
  sender.sent++;
  group.people--;
  if (isFirst) {
    campaign.newOn.set(day, (campaign.newOn.get(day) ?? 0) + 1);
    sender.servedAt.set(campaign, sender.at);
    if (group.people === 0) campaign.pool.shift();
  } else if (group.people === 0) sender.queues.get(campaign)![email]!.shift();
  const wait = campaign.given.waits[email + 1];
  if (!wait) return;
  const dueAt = sender.at + calendar.waitMs(wait, sender.mailbox.zone, sender.today, sender.at);
  addTo(sender.queues, { campaign, email: email + 1, dueAt, people: 1 });
}

/** When a mailbox that has nothing to send now has something. */
function nextDue(sender: Sender): number {
  let due = firstDue(sender)?.dueAt ?? Number.POSITIVE_INFINITY;
  for (const campaign of sender.servedAt.keys()) {
    const head = campaign.pool[0];
    if (!head) continue;
    const isLimited = isAtLimit(campaign, sender.today.day);
    due = Math.min(due, isLimited ? sender.today.end : Math.max(head.dueAt, sender.at + 1));
  }
  return due;
}

/** Moves the turn of a mailbox to an instant, or to when it may send after it. */
function move(sender: Sender, to: number, calendar: Calendar): void {
  if (!Number.isFinite(to)) {
    sender.at = to;
    return;
  }
  const limit = dailyLimitOf(sender.mailbox, sender.rampDays);
  const isUsedUp = sender.sent >= limit;
  const window = isUsedUp ? undefined : sender.today.open.find(([, end]) => end > to);
  if (window) {
    sender.at = Math.max(window[0], to);
    return;
  }
  // Something is left over: due before the day is over, and no longer sent today.
  if (hasDue(sender, isUsedUp ? sender.at : Math.min(to, sender.today.end))) {
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

const hasDue = (sender: Sender, at: number): boolean =>
  [...sender.queues].some(
    ([{ isTarget }, emails]) =>
      isTarget && emails.some((queue) => (queue[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= at),
  ) ||
  [...sender.servedAt.keys()].some(
    (campaign) =>
      campaign.isTarget &&
      (campaign.pool[0]?.dueAt ?? Number.POSITIVE_INFINITY) <= at &&
      !isAtLimit(campaign, sender.today.day),
  );

type Calendar = ReturnType<typeof createCalendar>;

/** Local days and waits. They are looked up once for each zone and day, which is what takes time. */
function createCalendar(holidays: string[]) {
  const days = new Map<string, OpenDay | null>();
  return {
    holidays,
    /** The first day from an instant on with time to send. */
    openDay({ windows, zone }: { windows: SendWindow[]; zone: string }, from: number) {
      const key = `${zone} ${from} ${JSON.stringify(windows)}`;
      const known = days.get(key);
      if (known !== undefined) return known;
      const opening = nextOpening(windows, zone, holidays, new Date(from));
      const found = opening && {
        day: localDay(zone, opening),
        open: openTimesOn(windows, zone, opening),
        end: startOfNextDay(zone, opening).getTime(),
        waits: new Map<StepWait, number>(),
      };
      days.set(key, found);
      return found;
    },
    /** How long after an email of a day the next one is due. */
    waitMs(wait: StepWait, zone: string, { waits }: OpenDay, at: number): number {
      const known = waits.get(wait) ?? addWait(wait, zone, holidays, new Date(at)).getTime() - at;
      waits.set(wait, known);
      return known;
    },
  };
}
