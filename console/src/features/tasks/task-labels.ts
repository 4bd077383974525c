import type { Task, TaskKind } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';

export const taskNames: Record<TaskKind, string> = {
  bulk: 'Bulk change',
  undo: 'Undo',
  replay: 'Webhook replay',
  import_dry_run: 'Import preview',
  import: 'Import',
  export: 'Export',
  merge_board: 'Merge',
  delete_board: 'Deletion',
};

/** In display order. */
export const countNames = {
  inserted: 'new',
  updated: 'updated',
  skipped: 'unchanged',
  repeated: 'repeated',
  failed: 'failed',
  quotaBlocked: 'over quota',
  affected: 'changed',
  unchanged: 'unchanged',
  missing: 'not found',
  sent: 'resent',
  exported: 'exported',
  moved: 'moved',
  folded: 'already in both',
  removed: 'removed',
} as const;

/** "1,204 new, 86 updated". Zero counts are left out. */
export function countsText(counts: Task['counts']): string {
  const parts = Object.entries(countNames).flatMap(([name, label]) =>
    counts[name] ? [`${formatNumber(counts[name])} ${label}`] : [],
  );
  return parts.join(', ') || 'No changes';
}
