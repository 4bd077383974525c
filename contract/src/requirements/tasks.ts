import { ours, type Requirement } from './requirement.ts';

/** Work that takes longer than a request. */
export const tasks: Requirement[] = ours({
  'tasks.all-matching':
    'A bulk task is about those who match when it begins, however the change alters the match.',
  'tasks.progress': 'A task tells how much there is, how much is done and what came of it.',
  'tasks.once': 'Each row of a task is done once, and its progress never goes back, whatever dies.',
  'tasks.twice': 'The same bulk task again changes nobody and makes no event.',
  'tasks.failures': 'What a task could not do is told with its place and its reason.',
  'tasks.failed': 'A task that cannot go on ends as failed and says why.',
  'tasks.cancel': 'A cancelled task ends before its next slice; what is done stays done.',
  'tasks.cancel-any-time':
    'A request to cancel a task is answered at once, whatever the task waits for.',
  'tasks.waits-for-locks':
    'A task that meets a lock waits for it in the queue, and that is no failed attempt.',
  'tasks.poison': 'A task that fails at six attempts in a row ends as failed.',
  'tasks.under-way': 'A workspace has at most 20 tasks under way; one more is 429.',
  'tasks.kept': 'A task is kept for 90 days after its end, and then cannot be undone.',
  'tasks.lost': 'A task of which nothing was heard for a day ends as failed.',
  'tasks.forget-query': 'What was searched for is not kept when a task has ended.',
  'tasks.list': 'Tasks are listed newest first, by state.',
  'tasks.undo': 'A bulk task that does not delete can be undone.',
  'tasks.undo-ours': 'Undoing leaves alone what somebody has changed since.',
  'tasks.undo-once': 'A task is undone at most once, after its end.',
  'audit.kept': 'Entries of the audit log are kept for 13 months.',
  'audit.no-query': 'Of what was searched for, the audit log keeps the length only.',
  'audit.tasks': 'The audit log tells who started or undid a task.',
});
