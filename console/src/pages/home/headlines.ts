import type { ManageData, Stage, Webhook } from '@outcrop/contract';
import { formatDay, formatNumber } from '../../components/format.ts';

type StageCount = Pick<ManageData<'getBoards'>['stages'][number], 'id' | 'count'>;
type Day = ManageData<'getUsage'>['imports'][number];

export const sumOf = (rows: { count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

/** The row with the highest count; the first if several have it. */
const largest = <Row extends { count: number }>(rows: Row[]): Row =>
  rows.reduce((most, row) => (row.count > most.count ? row : most));

const stagePhrases: Record<Stage, string> = {
  new: 'are new',
  contacted: 'were contacted',
  replied: 'have replied',
  interested: 'are interested',
  meeting: 'have a meeting',
  customer: 'are customers',
  not_interested: 'are not interested',
};

export function stagesHeadline(stages: StageCount[]): string {
  const total = sumOf(stages);
  if (total === 0) return 'No prospects in the pipeline yet';
  if (total === 1) return '1 prospect in the pipeline';
  const { id, count } = largest(stages);
  if (count === total) return `All ${formatNumber(total)} prospects ${stagePhrases[id]}`;
  const share = `${formatNumber(count)} of ${formatNumber(total)}`;
  return count * 2 > total
    ? `Most prospects ${stagePhrases[id]}: ${share}`
    : `Pipeline: ${share} prospects ${stagePhrases[id]}`;
}

export function addedHeadline(days: Day[]): string {
  const total = sumOf(days);
  const within = `in the last ${days.length} days`;
  if (total === 0) return `No prospects added ${within}`;
  const { day, count } = largest(days);
  if (total === 1) return `1 prospect added ${within}, on ${formatDay(day)}`;
  const share =
    count === total ? 'all' : count * 2 > total ? 'most' : `${formatNumber(count)} of them`;
  return `${formatNumber(total)} prospects added ${within}, ${share} on ${formatDay(day)}`;
}

type EmailDay = ManageData<'getNumbers'>['days'][number];

export function emailsHeadline(days: EmailDay[]): string {
  const [sent, replied] = [
    days.reduce((sum, day) => sum + day.sent, 0),
    days.reduce((sum, day) => sum + day.replied, 0),
  ];
  const emails = sent === 1 ? '1 email' : `${formatNumber(sent)} emails`;
  const replies = replied === 1 ? '1 reply' : `${formatNumber(replied)} replies`;
  return `${emails} sent in the last ${days.length} days, ${replied === 0 ? 'no replies yet' : replies}`;
}

/** Failing, or disabled for another reason than by a user. */
export const isFailing = ({ enabled, disabledReason, failingSince }: Webhook): boolean =>
  enabled ? failingSince !== null : disabledReason !== 'by_hand';

export const greetingAt = (hour: number): string =>
  hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon';
