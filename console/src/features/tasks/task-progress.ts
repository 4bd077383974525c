import type { Task } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { failureNames } from './task-labels.ts';

export const isInProgress = ({ finishedAt }: Pick<Task, 'finishedAt'>): boolean =>
  finishedAt === null;

/** "312 of 500 · 9 failed · about 40 s", or the outcome of a finished task. */
export function progressText(
  task: Pick<Task, 'status' | 'total' | 'done' | 'failed' | 'error' | 'startedAt' | 'finishedAt'> &
    Partial<Pick<Task, 'kind'>>,
  now: number,
): string {
  const { kind, status, total, done, failed, error } = task;
  if (status === 'queued') return 'Queued';
  if (status === 'failed') return error ?? 'Failed';
  const parts = [
    status === 'cancelled' ? 'Canceled' : '',
    total === null
      ? `${formatNumber(done)} done`
      : `${formatNumber(done)} of ${formatNumber(total)}`,
    failed > 0 ? `${formatNumber(failed)} ${(kind && failureNames[kind]) ?? 'failed'}` : '',
    status === 'running' ? timeLeft(task, now) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

function timeLeft(
  { total, done, startedAt }: Pick<Task, 'total' | 'done' | 'startedAt'>,
  now: number,
) {
  if (!total || done === 0 || startedAt === null) return '';
  const seconds = ((total - done) * (now - Date.parse(startedAt))) / done / 1_000;
  if (seconds < 1) return '';
  return seconds < 90 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;
}
