import type { EnrichMode, EnrichmentJob } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { peopleCount } from '../../features/prospect/counts.ts';
import { isInProgress, progressText } from '../../features/tasks/task-progress.ts';

const modeNames: Record<EnrichMode, string> = {
  enrich_only: 'Research',
  personalized_line: 'Opening lines',
};

export const jobTitle = ({ mode, total }: Pick<EnrichmentJob, 'mode' | 'total'>): string =>
  `${modeNames[mode]} for ${peopleCount(total)}`;

export type JobState = 'queued' | 'running' | 'done' | 'partlyFailed' | 'failed' | 'cancelled';

export function stateOf(job: EnrichmentJob): JobState {
  if (isInProgress(job)) return job.queued === job.total ? 'queued' : 'running';
  if (job.failed === 0) return job.done === 0 ? 'cancelled' : 'done';
  return job.done === 0 ? 'failed' : 'partlyFailed';
}

/** The finished share, from 0 to 1. */
export const finishedShare = ({ done, failed, cancelled, total }: EnrichmentJob): number =>
  (done + failed + cancelled) / total;

/** "312 of 500 · 9 failed · about 40 s". */
export function jobProgress(job: EnrichmentJob, now: number): string {
  const state = stateOf(job);
  const status = state === 'queued' ? 'queued' : state === 'running' ? 'running' : 'done';
  const text = progressText({ ...job, status, error: null, startedAt: job.createdAt }, now);
  return job.cancelled > 0 ? `${text} · ${formatNumber(job.cancelled)} deleted` : text;
}

const roundedToCents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const precise = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});

/** Three significant digits below a dollar, since many jobs cost less than a cent. */
export const dollars = (cost: number): string => (cost < 1 ? precise : roundedToCents).format(cost);
