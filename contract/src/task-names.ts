import type { TaskKind } from './manage/tasks.ts';

export const taskNames: Record<TaskKind, string> = {
  bulk: 'Bulk change',
  undo: 'Undo',
  replay: 'Webhook replay',
  import_dry_run: 'Import preview',
  import: 'Import',
  export: 'Export',
  merge_board: 'Merge',
  delete_board: 'Deletion',
  enroll_dry_run: 'Enrollment check',
  enroll: 'Enrollment',
  rehearsal: 'Rehearsal',
};
