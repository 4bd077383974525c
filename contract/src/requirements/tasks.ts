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
  'tasks.list': 'Tasks are listed newest first, by state.',
  'tasks.undo': 'A bulk task that does not delete can be undone.',
  'tasks.undo-ours': 'Undoing leaves alone what somebody has changed since.',
  'tasks.undo-once': 'A task is undone at most once, after its end.',
  'audit.tasks': 'The audit log tells who started or undid a task.',
});
