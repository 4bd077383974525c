import type { ManageData, Stage, Webhook } from '@outcrop/contract';
import { dayName } from '../usage/burn.ts';

type StageCount = Pick<ManageData<'getBoards'>['stages'][number], 'id' | 'count'>;
type Day = ManageData<'getUsage'>['imports'][number];

const number = (value: number) => value.toLocaleString('en');

export const sumOf = (rows: { count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

/** The row that no other exceeds; the first of several. */
const largest = <Row extends { count: number }>(rows: Row[]): Row =>
  rows.reduce((most, row) => (row.count > most.count ? row : most));

/** How people at a stage are, as a sentence about them goes on. */
const standing: Record<Stage, string> = {
  new: 'are still new',
  contacted: 'were contacted',
  replied: 'have replied',
  interested: 'are interested',
  meeting: 'have a meeting',
  customer: 'are customers',
  not_interested: 'are not interested',
};

/** Where most people stand, in one sentence. */
export function stagesFinding(stages: StageCount[]): string {
  const total = sumOf(stages);
  if (total === 0) return 'Nobody is in the pipeline yet';
  if (total === 1) return 'One person is in the pipeline';
  const { id, count } = largest(stages);
  if (count === total) return `All ${number(total)} people ${standing[id]}`;
  const share = `${number(count)} of ${number(total)}`;
  return count * 2 > total
    ? `Most people ${standing[id]}: ${share}`
    : `The pipeline is mixed: ${share} ${standing[id]}`;
}

/** How many people came, and when, in one sentence. */
export function addedFinding(days: Day[]): string {
  const total = sumOf(days);
  const within = `in the last ${days.length} days`;
  if (total === 0) return `Nobody was added ${within}`;
  const { day, count } = largest(days);
  if (total === 1) return `1 person was added ${within}, on ${dayName(day)}`;
  const share = count === total ? 'all' : count * 2 > total ? 'most' : `${number(count)} of them`;
  return `${number(total)} people were added ${within}, ${share} on ${dayName(day)}`;
}

/** Whether a webhook has stopped hearing, other than by someone's wish. */
export const isFailing = ({ enabled, disabledReason, failingSince }: Webhook): boolean =>
  enabled ? failingSince !== null : disabledReason !== 'by_hand';

export const greetingAt = (hour: number): string =>
  hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon';
