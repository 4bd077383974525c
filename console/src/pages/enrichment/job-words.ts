import type { EnrichMode, EnrichmentJob } from '@outcrop/contract';
import { peopleCount } from '../../parts/person.ts';
import { isUnderWay, progressOf } from '../../shell/task-progress.ts';

export const number = (value: number): string => value.toLocaleString('en');

const modeNames: Record<EnrichMode, string> = {
  enrich_only: 'Research',
  personalized_line: 'First lines',
};

export const jobTitle = ({ mode, total }: Pick<EnrichmentJob, 'mode' | 'total'>): string =>
  `${modeNames[mode]} ${mode === 'enrich_only' ? 'on' : 'to'} ${peopleCount(total)}`;

export type JobState = 'waiting' | 'running' | 'done' | 'partly' | 'failed' | 'cancelled';

export function stateOf(job: EnrichmentJob): JobState {
  if (isUnderWay(job)) return job.queued === job.total ? 'waiting' : 'running';
  if (job.failed === 0) return job.done === 0 ? 'cancelled' : 'done';
  return job.done === 0 ? 'failed' : 'partly';
}

/** What will not change any more, from 0 to 1. */
export const shareEnded = ({ done, failed, cancelled, total }: EnrichmentJob): number =>
  (done + failed + cancelled) / total;

/** "312 of 500 · 9 failed · about 40 s". */
export function jobProgress(job: EnrichmentJob, now: number): string {
  const state = stateOf(job);
  const status = state === 'waiting' ? 'queued' : state === 'running' ? 'running' : 'done';
  const words = progressOf({ ...job, status, error: null, startedAt: job.createdAt }, now);
  return job.cancelled > 0 ? `${words} · ${number(job.cancelled)} deleted meanwhile` : words;
}

const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const parts = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});

/** Most jobs cost less than a dollar, and many less than a cent. */
export const dollars = (cost: number): string => (cost < 1 ? parts : cents).format(cost);
