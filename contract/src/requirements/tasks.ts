import { ours, type Requirement } from './requirement.ts';

/** Long-running work. */
export const tasks: Requirement[] = ours({
  'tasks.all-matching':
    'A bulk task applies to the prospects that match when it starts, even if the change affects the match.',
  'tasks.progress': 'A task reports its total, its progress and its result counts.',
  'tasks.once':
    'Each row of a task is processed once, and progress never goes back, even after a crash.',
  'tasks.twice': 'Running the same bulk task again changes nothing and creates no events.',
  'tasks.failures': 'Each failed row of a task is listed with its number and reason.',
  'tasks.failed': 'A task that cannot continue ends as failed, with the reason.',
  'tasks.cancel': 'A canceled task stops before its next batch; completed work is kept.',
  'tasks.cancel-any-time':
    'A cancel request is answered immediately, whatever the task is waiting for.',
  'tasks.waits-for-locks':
    'A task that hits a lock waits in the queue, and this does not count as a failed attempt.',
  'tasks.poison': 'A task that fails six attempts in a row ends as failed.',
  'tasks.under-way': 'A workspace has at most 20 active tasks; one more is 429.',
  'tasks.kept': 'A task is kept for 90 days after it ends, and cannot be undone after that.',
  'tasks.lost': 'A task without progress for a day ends as failed.',
  'tasks.forget-query': 'The search text of a task is deleted when the task ends.',
  'tasks.list': 'Tasks are listed newest first and can be filtered by status.',
  'tasks.undo': 'A bulk task that does not delete can be undone.',
  'tasks.undo-ours': 'Undo skips prospects that were changed since.',
  'tasks.undo-once': 'A task can be undone at most once, after it ends.',
  'audit.kept': 'Audit log entries are kept for 13 months.',
  'audit.file':
    'The matching entries are downloaded as CSV, at most 100,000, with formulas disabled; the download is recorded.',
  'audit.filters': 'The audit log is filtered by action, by the user or token, and by time.',
  'audit.no-query': 'The audit log stores only the length of a search text.',
  'audit.tasks': 'The audit log records who started or undid a task.',
});
