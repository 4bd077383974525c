import type { Task, TaskKind } from '@outcrop/contract';

export const taskNames: Record<TaskKind, string> = {
  bulk: 'Bulk change',
  undo: 'Undo',
  replay: 'Replay of deliveries',
  import_dry_run: 'Trial import',
  import: 'Import',
  export: 'Export',
  merge_board: 'Merge',
  delete_board: 'Deletion',
};

/** What a task counts, in the order in which it is told. */
export const countNames = {
  inserted: 'new',
  updated: 'updated',
  skipped: 'unchanged',
  repeated: 'repeated',
  failed: 'failed',
  quotaBlocked: 'over the quota',
  affected: 'changed',
  unchanged: 'as they were already',
  missing: 'gone by then',
  sent: 'sent again',
  exported: 'in the file',
  moved: 'moved',
  folded: 'in both before',
  removed: 'taken off',
} as const;

/** "1,204 new, 86 updated": what came of a task; nothing is said of what did not occur. */
export function countsText(counts: Task['counts']): string {
  const parts = Object.entries(countNames).flatMap(([name, words]) =>
    counts[name] ? [`${counts[name].toLocaleString('en')} ${words}`] : [],
  );
  return parts.join(', ') || 'nothing';
}
